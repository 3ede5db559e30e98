#!/bin/sh
# Installs the tools that mxgen needs and that are missing: spin, gcc with the C
# library's headers, tcc; with the argument "tests" Slurm as well, which a test starts.  It does
# nothing if all are there.  Go is checked, not installed.
set -eu
cd "$(dirname "$0")/.."

fail() {
	echo "setup: $*" >&2
	exit 1
}

want=$(sed -n 's/^go //p' go.mod)
command -v go >/dev/null 2>&1 || fail "go: not found in PATH; install Go $want or newer"
have=$(go env GOVERSION) || fail "go: does not work; install Go $want or newer"
have=${have#go}
oldest=$(printf '%s\n%s\n' "$want" "${have%% *}" | sort -V | head -n 1)
[ "$oldest" = "$want" ] || fail "go: version $have is too old; install Go $want or newer"

missing=
for tool in spin gcc tcc; do
	command -v "$tool" >/dev/null 2>&1 || missing="$missing $tool"
done
# gcc has no C library headers where recommended packages were left out.
if ! echo '#include <stdio.h>' | gcc -fsyntax-only -xc - 2>/dev/null; then
	missing="$missing libc6-dev"
fi
if [ -n "$missing" ]; then
	# shellcheck disable=SC2086 # a list of names
	sh scripts/apt.sh $missing
fi
[ "${1-}" != tests ] || exec sh scripts/slurm.sh
