//go:build !race

package results

const racing = false
