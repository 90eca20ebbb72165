package mutants

const (
	durable = "impl/durable"
	bolt    = durable + "/bolt.go"
	folder  = durable + "/folder.go"
)

var disk = []mutant{
	{name: "leaves to the system when it is on disk", pkg: durable, test: "TestAFileIsThereAfterAPowerFailure", file: bolt, old: `OpenFile: open}`, new: `OpenFile: open, NoSync: true}`},
	{name: "does not sync the folder of its file", pkg: durable, test: "TestAFileIsThereAfterAPowerFailure", file: bolt, old: `	return syncFolder(filepath.Dir(path))
}`, new: `	return nil
}`},
	{name: "does not sync the folders that it makes", pkg: durable, test: "TestAFileIsThereAfterAPowerFailure", file: folder, old: `		if err := syncFolder(folder); err != nil {
			return err
		}
`, new: `		_ = folder
`},
	{name: "syncs nothing of a folder", pkg: durable, test: "TestAFileIsThereAfterAPowerFailure", file: folder, old: `errors.Join(folder.Sync(), folder.Close())`, new: `errors.Join(folder.Close())`},
	{name: "makes its file in place", pkg: durable, test: "TestAFileReplacesNone", file: bolt, old: `	passing, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")`, new: `	passing, err := os.Create(path)`},
	{name: "replaces a file that another has made meanwhile", pkg: durable, test: "TestAFileReplacesNone", file: bolt, old: `	if err := os.Link(passing.Name(), path); err != nil { // which replaces nothing`, new: `	if err := os.Rename(passing.Name(), path); err != nil {`},
	{name: "opens a file of another node", pkg: durable, test: "TestBoltIsRefused", file: bolt, old: ` || b.now.node != node {`, new: ` {`},
	{name: "opens a file of another cluster", pkg: durable, test: "TestBoltIsRefused", file: bolt, old: `	if b.now.cluster != cluster || b.now.node`, new: `	if b.now.node`},
	{name: "opens a file that is damaged", pkg: durable, test: "TestAnOlderStateIsRefused", file: bolt, old: `		return file, examine(file)`, new: `		return file, nil`},
	{name: "looks at no page", pkg: durable, test: "TestAFreePageIsFree", file: bolt, old: `		return check(tx)
	})`, new: `		return nil
	})`},
	{name: "believes a record whatever its checksum", pkg: durable, test: "TestRecordsAreReadBack", file: bolt, old: `	if scanned < 3 || !bytes.Equal(r.bytes(), data) {`, new: `	if scanned < 3 {`},
	{name: "opens a file without a record", equivalent: "Such a file is that of node 0 of no cluster, and is refused as another's.", file: bolt, old: `	if err == nil && count != 1 {`, new: `	if err == nil && count > 1 {`},
	{name: "opens a file that another process has open", pkg: durable, test: "TestBoltIsRefused", file: bolt, old: `		if file, err = os.OpenFile(path, flag&^os.O_CREATE, mode); err != nil {
			return nil, err
		}
		return file, examine(file)`, new: `		whole, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if file, err = os.CreateTemp(filepath.Dir(path), "copy"); err != nil {
			return nil, err
		}
		_, err = file.Write(whole)
		return file, errors.Join(err, examine(file))`},
	{name: "counts no incarnation", pkg: durable, test: "TestEachLoadIsDurable", file: bolt, old: `	next.incarnation++
`, new: ``},
	{name: "counts an incarnation in memory alone", pkg: durable, test: "TestEachLoadIsDurable", file: bolt, old: `	if err := b.write(next); err != nil {
		return nil, 0, err
	}
	if next.kept`, new: `	b.now = next
	if next.kept`},
	{name: "keeps the term and not the vote", pkg: durable, test: "TestBoltOutlivesItsProcess", file: bolt, old: `	next.kept = &s
	return`, new: `	s.VotedFor = 0
	next.kept = &s
	return`},
	{name: "saves in memory alone", pkg: durable, test: "TestBoltOutlivesItsProcess", file: bolt, old: `	next.kept = &s
	return b.write(next)`, new: `	next.kept = &s
	b.now = next
	return nil`},
	{name: "says that it is saved when it is not", pkg: durable, test: "TestWhatIsNotSavedIsAnError", file: bolt, old: `	if err == nil {
		b.now = r
	}
	return err`, new: `	_ = err
	b.now = r
	return nil`},
	{name: "numbers two incarnations of a second alike", pkg: durable, test: "TestClocked", file: durable + "/clocked.go", old: `	time.Sleep(over.Sub(now))
`, new: `	_ = over
`},
	{name: "numbers incarnations by a clock that is wrong", pkg: durable, test: "TestClocked", file: durable + "/clocked.go", old: `	if now.Unix() <= epoch {`, new: `	if now.Unix() <= 0 {`},
	{name: "keeps without a disk", pkg: durable, test: "TestClocked", file: durable + "/clocked.go", old: `	return errors.New("there is something to keep, and no disk to keep it on")`, new: `	return nil`},
}
