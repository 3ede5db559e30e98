#!/bin/sh
# Installs what the test of diagrams needs: node, and Mermaid's own parser from the npm package
# mermaid, without the packages that the parser does not need.  It does nothing if all is there.
set -eu
exec sh "$(dirname "$0")/npm.sh" mermaid 11.17.2 dist/mermaid.min.js 581ed7d74bd9048d0e3a91363927d72ef22942d7722546b27f7cc29e35390eb8 mermaid.min.js
