#!/bin/sh
# Measures what mxgen adds to a run of pan that takes minutes.
set -eu
cd "$(dirname "$0")/.."
go build -o bin/mxgen ./cmd/mxgen
exec go run ./bench long bin/mxgen
