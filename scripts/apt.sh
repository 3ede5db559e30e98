#!/bin/sh
# Installs Debian packages for the other scripts: apt.sh PACKAGE...
set -eu

fail() {
	echo "setup: $*" >&2
	exit 1
}

missing=$*
command -v apt-get >/dev/null 2>&1 ||
	fail "missing: $missing; there is no apt-get here: install them by hand (SPIN 6.5 or newer as spin, GCC as gcc with the C library's headers, the Tiny C Compiler as tcc, and for the tests Node.js 18 or newer with npm)"
as_root=
if [ "$(id -u)" -ne 0 ]; then
	command -v sudo >/dev/null 2>&1 ||
		fail "missing: $missing; neither root nor sudo: have them installed with: apt-get install $missing"
	as_root=sudo
fi

echo "setup: installing $missing" >&2
# Another apt-get may be running: wait for it.
apt() {
	$as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 "$@" >/dev/null
}
apt update || fail "apt-get update failed; then install by hand: apt-get install $missing"
# shellcheck disable=SC2086 # a list of names
apt install -y --no-install-recommends $missing || fail "could not install; do it by hand: apt-get install $missing"
