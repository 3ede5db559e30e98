#!/bin/sh
# Fetches one file of an npm package into .tools: npm.sh PACKAGE VERSION PATH SHA256 NAME.  It does
# nothing if the file is there.
set -eu
cd "$(dirname "$0")/.."

package=$1 version=$2 path=$3 want=$4 file=.tools/$5

if ! command -v node >/dev/null 2>&1 || ! command -v npm >/dev/null 2>&1; then
	sh scripts/apt.sh nodejs npm
fi
if [ -f "$file" ] && echo "$want  $file" | sha256sum --check --status; then
	exit 0
fi
echo "setup: fetching $package $version" >&2
mkdir -p .tools
dir=$(mktemp -d -p .tools)
trap 'rm -rf "$dir"' EXIT
fetch() { (cd "$dir" && npm pack --silent "$package@$version" >/dev/null && tar xzf "$package-$version.tgz" "package/$path"); }
fetch || { sleep 5; fetch; } || { sleep 15; fetch; } || {
	echo "setup: could not fetch the npm package $package $version" >&2
	exit 1
}
echo "$want  $dir/package/$path" | sha256sum --check --status || {
	echo "setup: $package $version is not the file that this version of the tests knows" >&2
	exit 1
}
mv "$dir/package/$path" "$file"
