module interrex/bench

go 1.26
