#!/bin/sh
# Compares mxgen verify FILE.pml with plain SPIN, with the right flags, on the models of bench/files.
set -eu
cd "$(dirname "$0")/.."
go build -o bin/mxgen ./cmd/mxgen
exec go run ./bench files bin/mxgen bench/files
