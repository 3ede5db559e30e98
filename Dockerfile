# mxgen with all that it runs: SPIN, its preprocessor and compilers, and git for --changed-since.
#
#	docker build -t mxgen .
#	docker run --rm -v "$PWD:/work" --user "$(id -u):$(id -g)" mxgen verify SUITE.yaml
FROM golang:1.26-trixie AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -o /mxgen ./cmd/mxgen

FROM debian:trixie-slim
RUN apt-get update && \
	apt-get install -y --no-install-recommends gcc git libc6-dev spin tcc && \
	rm -rf /var/lib/apt/lists/*
COPY --from=build /mxgen /usr/local/bin/mxgen
RUN useradd --create-home mxgen && install -d -m 1777 /cache /work
ENV MXGEN_CACHE=/cache
USER mxgen
WORKDIR /work
ENTRYPOINT ["mxgen"]
CMD ["--help"]
