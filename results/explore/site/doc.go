// Package site writes the page of package page as a static site, in which the program runs as
// WebAssembly in the browser of the reader.
//
//	program, err := site.Build(ctx)
//	if err != nil {
//		return err
//	}
//	err = site.Write("public", program, link)
//
// mxgen does not have the program as WebAssembly in it, which would make it larger by 4 MB, unless it was
// built with the tag embedwasm (make standalone).  Build then takes that; otherwise it calls the
// go command on the source from which mxgen was built.
package site
