// Has Mermaid's own parser read diagrams: node mermaid.cjs MERMAID.js FILE...
// It prints a line for each file, which begins with "ok" if the file is a sequence diagram.
const fs = require('fs');
const vm = require('vm');

globalThis.window = globalThis; // the parser looks for a browser, and needs none
vm.runInThisContext(fs.readFileSync(process.argv[2], 'utf8'));

async function main() {
	for (const file of process.argv.slice(3)) {
		try {
			const { diagramType } = await mermaid.parse(fs.readFileSync(file, 'utf8'));
			console.log(diagramType === 'sequence' ? 'ok' : diagramType, file);
		} catch (e) {
			console.log('refused', file, String(e.message ?? e).replaceAll('\n', ' '));
		}
	}
}
main();
