// Package common has what several algorithms share, as templates/common has on the side of the
// models: the classes of messages, tickets, tokens, numbers on a token, trees, the accounting of
// messages, parts of pictures, and how a bug is seeded.
package common
