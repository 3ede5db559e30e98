#!/bin/sh
# Installs the tools that mxgen needs and that are missing: spin, gcc with the C
# library's headers, tcc.  It does nothing if all are there.  Go is checked, not installed.
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
[ -n "$missing" ] || exit 0

command -v apt-get >/dev/null 2>&1 ||
	fail "missing:$missing; there is no apt-get here: install them by hand (SPIN 6.5 or newer as spin, GCC as gcc with the C library's headers, the Tiny C Compiler as tcc)"
as_root=
if [ "$(id -u)" -ne 0 ]; then
	command -v sudo >/dev/null 2>&1 ||
		fail "missing:$missing; neither root nor sudo: have them installed with: apt-get install$missing"
	as_root=sudo
fi

echo "setup: installing$missing" >&2
# Another apt-get may be running: wait for it.
apt() {
	$as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 "$@" >/dev/null
}
apt update || fail "apt-get update failed; then install by hand: apt-get install$missing"
# shellcheck disable=SC2086 # a list of names
apt install -y --no-install-recommends $missing || fail "could not install; do it by hand: apt-get install$missing"
