#!/bin/sh
# What mxgen adds to minutes of pan.
set -eu
cd "$(dirname "$0")/.."
go build -o bin/mxgen ./cmd/mxgen
exec go run ./bench long bin/mxgen
