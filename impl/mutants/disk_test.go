package mutants

const durable = "impl/durable"

var disk = []mutant{
	{name: "leaves to the system when it is on disk", pkg: durable, test: "TestAFileIsThereAfterAPowerFailure", old: `	return errors.Join(err, f.Sync(), f.Close())`, new: `	return errors.Join(err, f.Close())`},
	{name: "opens a file of another node", pkg: durable, test: "TestFileIsRefused", old: `r.cluster != cluster || r.node != node {`, new: `r.cluster != cluster {`},
	{name: "believes a record whatever its checksum", pkg: durable, test: "TestEveryByte", old: ` || !bytes.Equal(r.bytes(), data) {`, new: ` || bytes.Equal(nil, data) {`},
	{name: "counts no incarnation", pkg: durable, test: "TestFileOutlivesItsProcess", old: `		r.incarnation, err = count(r.incarnation)`, new: `		_, err = count(r.incarnation)`},
	{name: "takes for saved what is not", pkg: durable, test: "TestWhatIsNotSavedIsAnError", old: `	if err := replace(f.path, next.bytes()); err != nil {
		return err
	}
	f.now = next`, new: `	f.now = next
	if err := replace(f.path, next.bytes()); err != nil {
		return err
	}`},
	{name: "numbers two incarnations of a second alike", pkg: durable, test: "TestClocked", old: `	time.Sleep(over.Sub(now))
`, new: `	_ = over
`},
	{name: "remembers names in memory alone", pkg: durable, test: "TestKnownOutlivesItsProcess", old: `	if k.save != nil {`, new: `	if k.save == nil {`},
	{name: "knows a name before it is on disk", pkg: durable, test: "TestKnownIsOnDiskFirst", old: `	if k.save != nil {
		if err`, new: `	k.names = names
	if k.save != nil {
		if err`},
}
