// Gateway is an S3 server for the tests of package bucket. It is Versity's S3 Gateway without the parts that take minutes to compile.
// It is a module of its own because only these tests need its dependencies.
//
//	AWS_ACCESS_KEY_ID=… AWS_SECRET_ACCESS_KEY=… gateway HOST:PORT DIR
//
// The folders in DIR are the buckets. Its file system must support extended attributes.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/versity/versitygw/backend/meta"
	"github.com/versity/versitygw/backend/posix"
	"github.com/versity/versitygw/embedgw"
)

// unlimited is more connections, requests or parts of an object than any test uses.
const unlimited = 10_000

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
		Ports: []string{address}, MaxConnections: unlimited, MaxRequests: unlimited, MultipartMaxParts: unlimited, Quiet: true,
	})
}
