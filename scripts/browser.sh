#!/bin/sh
# Installs what the tests of pages need: Debian's chromium, and axe-core, which finds what hinders
# people who cannot see well or use a keyboard alone.  It does nothing if all is there.
set -eu
cd "$(dirname "$0")/.."

command -v chromium >/dev/null 2>&1 || sh scripts/apt.sh chromium
exec sh scripts/npm.sh axe-core 4.14.1 axe.min.js 29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c axe.min.js
