package quorum

// moduli are the irreducible polynomials by which the fields are made that are
// not those of a prime, low coefficients first.
var moduli = map[int][]int{
	4:  {1, 1, 1},       // x^2+x+1
	8:  {1, 1, 0, 1},    // x^3+x+1
	9:  {2, 2, 1},       // x^2+2x+2
	16: {1, 1, 0, 0, 1}, // x^4+x+1
}

// field is the Galois field of q elements, which are numbered 0..q-1: their
// digits to the base p are the coefficients of a polynomial.
type field struct {
	q, p    int
	modulus []int
}

// newField makes the field of q elements, q a prime or one of moduli.
func newField(q int) field {
	p := 2
	for q%p != 0 {
		p++
	}
	if modulus := moduli[q]; modulus != nil {
		return field{q: q, p: p, modulus: modulus}
	}
	return field{q: q, p: p, modulus: []int{0, 1}}
}

func (f field) add(a, b int) int {
	sum := 0
	for place := 1; place < f.q; place *= f.p {
		sum += (a/place + b/place) % f.p * place
	}
	return sum
}

// times is a product by a number of the prime field: a added c times.
func (f field) times(c, a int) int {
	sum := 0
	for range c {
		sum = f.add(sum, a)
	}
	return sum
}

// shift is a product by x: the leading coefficient goes out, and comes back as
// what the modulus says that it is.
func (f field) shift(a int) int {
	degree := len(f.modulus) - 1
	leading, low := a/(f.q/f.p), a%(f.q/f.p)*f.p
	for k, place := 0, 1; k < degree; k, place = k+1, place*f.p {
		low = f.add(low, (f.p-f.modulus[k])*leading%f.p*place)
	}
	return low
}

// multiply adds up a's shifts by the digits of b.
func (f field) multiply(a, b int) int {
	product := 0
	for ; b > 0; b /= f.p {
		product = f.add(product, f.times(b%f.p, a))
		a = f.shift(a)
	}
	return product
}

// products is the multiplication table.
func (f field) products() [][]int {
	table := make([][]int, f.q)
	for a := range table {
		table[a] = make([]int, f.q)
		for b := range table[a] {
			table[a][b] = f.multiply(a, b)
		}
	}
	return table
}
