// Clouds is cmd/explore of module cluster with buckets of Google Cloud Storage (gs://BUCKET/PREFIX) and of Azure Blob Storage
// (azblob://CONTAINER/PREFIX) too. It is a module of its own since what opens those takes longer to compile than all else.
//
// Nobody has tried it with the real ones: tests show that objects are put under the condition that there is none of their name.
package main

import (
	_ "gocloud.dev/blob/azureblob" // azblob://
	_ "gocloud.dev/blob/gcsblob"   // gs://

	"interrex/cluster"
	"interrex/cluster/bucket"
	"interrex/explore"
)

// stores are found, and know who asks, as Google's and Microsoft's own programs do.
func stores() []explore.Store {
	return []explore.Store{bucket.Of("gs", "gs://BUCKET/PREFIX"), bucket.Of("azblob", "azblob://CONTAINER/PREFIX")}
}

func main() {
	p := cluster.Program(explore.Catalogue()...)
	p.Stores = append(p.Stores, stores()...)
	p.Main()
}
