module interrex

go 1.26
