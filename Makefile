# Each target does its own set-up and works in a fresh clone; make -j is safe.
# CONTRIBUTING.md describes the targets.

FUZZTIME ?= 10s

# How many packages are tested at the same time: one more than there are processors, because many
# tests wait for a cluster, a browser or a process.
PACKAGES := $(shell echo $$(($$(getconf _NPROCESSORS_ONLN) + 1)))

# The packages whose tests take the longest.  They begin first, so that none of them runs alone at the end.
LONGEST := ./results/verify ./results/compare ./cmd/mxgen

# The packages that share data between goroutines (concurrency_test.go).  The race
# detector makes the tests of results many times as slow: with it they take fewer
# configurations, and a second run without it takes all.  Of the command it is the
# progress line.
RACE_ONLY := ./reference/live ./reference/processes ./runner/...
RACE := $(RACE_ONLY) ./reference/explore ./results/engine ./results/verify ./results/compare ./results/bounds ./results/claims ./results/sweep ./results/simulate ./results/explore/server ./cmd/mxgen/terminal ./reference/record ./reference/examples/...

# The tests of results take their time in spin, compilers and pan.  With the race detector these are run, which use
# every path that shares data: cases at the same time, with one cache, node by node, joint searches, graphs and counts.
RACE_RESULTS := ^(TestManyCases.*|TestTwoWithOneCache|TestCacheAndKeep|TestSeededBugs|TestAllOfGenerated|TestFormulas|TestNotKept|TestModelOfC|TestSuitesEqualPrograms|TestHashedEdges|TestLIFOCoordinator|TestMeasureInOneMemory|TestSweep)$$

# Of the other packages, tests without findings of a race detector: large graphs.
RACE_SKIP := ^TestMeasure.*$$

.PHONY: help setup setup-tests lint build standalone verify baseline claims test golden deep fuzz bench

help:
	@echo 'make verify   install what is missing, build, verify the quick suite'
	@echo 'make test     install what is missing, run every check'
	@echo 'make lint     the checks of the source text alone: gofmt, go mod tidy, go vet, staticcheck'
	@echo 'make build    build bin/mxgen'
	@echo 'make baseline write results/baseline.json anew, from the quick suite'
	@echo 'make standalone  build bin/mxgen with the program as WebAssembly in it, for mxgen explore --export without Go'
	@echo 'make golden   write the golden models and the tables of README and docs/trace.md anew'
	@echo 'make claims   judge every claim of the sources, write results/CLAIMS.md'
	@echo 'make deep     write results/TABLE.md anew, takes a quarter of an hour'
	@echo 'make fuzz     fuzz each target for FUZZTIME ($(FUZZTIME))'
	@echo 'make bench    measure ratios and limits'

setup:
	@sh scripts/setup.sh

build: setup
	go build -o bin/mxgen ./cmd/mxgen

# The program of an exported page, and Go's script that runs it (docs/explore.md).
WASM := results/explore/site/embedded

standalone: setup
	mkdir -p $(WASM)
	GOOS=js GOARCH=wasm go build -trimpath -ldflags='-s -w' -o $(WASM)/explore.wasm ./results/explore/wasm
	gzip -9nf $(WASM)/explore.wasm
	cp "$$(go env GOROOT)/lib/wasm/wasm_exec.js" $(WASM)/
	go build -tags embedwasm -o bin/mxgen ./cmd/mxgen

verify: build
	bin/mxgen verify models/suites/quick.yaml

baseline: build
	bin/mxgen verify models/suites/quick.yaml --json > bin/quick.json
	bin/mxgen results baseline bin/quick.json > results/baseline.json

# Quick steps come first; what the tests need besides is installed beside them, because both take minutes on a new machine.
# The time limit is long, so that a loaded machine does not fail a test.  Packages are vetted
# once, by go vet, and test programs are linked without what only a debugger reads (-w).
test: setup
	@$(MAKE) --no-print-directory -j2 setup-tests lint
	@echo '== goldens'
	@go test -vet=off -ldflags=-w -count=1 -timeout 20m -run '^TestGolden' ./models ./models/suite ./cmd/mxgen
	@echo '== go test'
	@go test -vet=off -ldflags=-w -p $(PACKAGES) -timeout 20m $(LONGEST) $$(go list ./... | grep -vxF "$$(go list $(RACE_ONLY) $(LONGEST))")
	@echo '== go test -race'
	@go test -vet=off -ldflags=-w -p $(PACKAGES) -race -timeout 20m -skip '$(RACE_SKIP)' $(filter-out ./results/verify ./results/compare ./results/bounds ./results/sweep,$(RACE))
	@go test -vet=off -ldflags=-w -p $(PACKAGES) -race -timeout 20m -run '$(RACE_RESULTS)' ./results/verify ./results/compare ./results/bounds ./results/sweep
	@go test -vet=off -ldflags=-w -race -timeout 20m -run '^TestScript/suite$$' ./cmd/mxgen

setup-tests: setup
	@sh scripts/setup.sh tests
	@sh scripts/mermaid.sh
	@sh scripts/browser.sh

lint: setup
	@echo '== gofmt'
	@unformatted=$$(gofmt -l .) && if [ -n "$$unformatted" ]; then echo "not formatted: $$unformatted" >&2; exit 1; fi
	@echo '== go mod tidy'
	@go mod tidy -diff
	@echo '== go vet'
	@go vet ./...
	@echo '== staticcheck'
	@go tool staticcheck ./...

golden: setup
	go test -count=1 -run '^TestGolden' ./models ./models/suite ./cmd/mxgen -update

# The output is complete or absent; a claim that came to something else fails the target.
claims: build
	bin/mxgen claims --judge --markdown -o results/CLAIMS.md

deep: build
	scripts/deep.sh

fuzz: setup
	@for package in $$(go list ./...); do \
		for target in $$(go test -list '^Fuzz' $$package | grep '^Fuzz'); do \
			echo "== $$package $$target"; \
			go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) $$package || exit 1; \
		done; \
	done

bench: build
	bench/quick.sh
	bench/suite.sh
	bench/limits.sh
	bench/long.sh
	bench/files.sh
