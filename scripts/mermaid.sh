#!/bin/sh
# Installs what the test of diagrams needs: node, and Mermaid's own parser from the npm package
# mermaid, without the packages that the parser does not need.  It does nothing if all is there.
set -eu
cd "$(dirname "$0")/.."

version=11.17.2
want=581ed7d74bd9048d0e3a91363927d72ef22942d7722546b27f7cc29e35390eb8
file=.tools/mermaid.min.js

if ! command -v node >/dev/null 2>&1 || ! command -v npm >/dev/null 2>&1; then
	sh scripts/apt.sh nodejs npm
fi
if [ -f "$file" ] && echo "$want  $file" | sha256sum --check --status; then
	exit 0
fi
echo "setup: fetching mermaid $version" >&2
mkdir -p .tools
dir=$(mktemp -d -p .tools)
trap 'rm -rf "$dir"' EXIT
fetch() { (cd "$dir" && npm pack --silent "mermaid@$version" >/dev/null && tar xzf "mermaid-$version.tgz" package/dist/mermaid.min.js); }
fetch || { sleep 5; fetch; } || { sleep 15; fetch; } || {
	echo "setup: could not fetch the npm package mermaid $version" >&2
	exit 1
}
echo "$want  $dir/package/dist/mermaid.min.js" | sha256sum --check --status || {
	echo "setup: mermaid $version is not the file that this version of the tests knows" >&2
	exit 1
}
mv "$dir/package/dist/mermaid.min.js" "$file"
