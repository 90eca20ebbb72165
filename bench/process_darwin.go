package main

// rssUnit is the unit in which the kernel reports peak resident memory, in bytes.
const rssUnit = 1
