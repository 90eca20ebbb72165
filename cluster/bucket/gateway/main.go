// Gateway is a server that speaks like S3, for the tests of buckets: Versity's S3 Gateway, of which the command has much that tests need
// not, and takes minutes to compile. It is a module of its own since nobody else needs it.
//
//	AWS_ACCESS_KEY_ID=… AWS_SECRET_ACCESS_KEY=… gateway HOST:PORT DIR
//
// The folders in DIR are the buckets. Its file system must have extended attributes.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/versity/versitygw/backend/meta"
	"github.com/versity/versitygw/backend/posix"
	"github.com/versity/versitygw/embedgw"
)

// plenty is more connections, requests and parts of an object than there are in any test.
const plenty = 10_000

func main() {
	if err := serve(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve(address, dir string) error {
	files, err := posix.New(dir, meta.XattrMeta{}, posix.PosixOpts{})
	if err != nil {
		return err
	}
	return embedgw.RunVersityGW(context.Background(), files, &embedgw.Config{
		RootUserAccess: os.Getenv("AWS_ACCESS_KEY_ID"), RootUserSecret: os.Getenv("AWS_SECRET_ACCESS_KEY"), Region: "us-east-1",
		Ports: []string{address}, MaxConnections: plenty, MaxRequests: plenty, MultipartMaxParts: plenty, Quiet: true,
	})
}
