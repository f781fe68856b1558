#pragma once

// Header only: no library to ship, and the compiler sees the loop. It looks 2 KiB ahead, which reads a map up to half
// as fast again as the distance that suits data in a cache; to hash more than that is the rule here.
#define XXH_INLINE_ALL
#define XXH_PREFETCH_DIST 2048
#include <xxhash.h>
