// Memory for large tables.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace keypeg {

// Bytes that are all zero, from `start` on.
struct Zeros {
    std::unique_ptr<void, void (*)(void*)> memory{nullptr, std::free};
    void* start = nullptr;
};

// Returns zeros that begin with a line of the cache, or nothing if there is no room for them. Where the
// system has large pages it is asked for some: a table that is read at random would miss almost every small
// one. calloc doesn't touch the pages until they are used, so a large table costs nothing by itself.
inline Zeros zeros_of(std::size_t bytes) {
    constexpr std::size_t kLine = 64, kLargePage = std::size_t{1} << 21;
    const std::size_t alignment = bytes < kLargePage ? kLine : kLargePage;
    std::size_t room = bytes + alignment;
    Zeros zeros;
    zeros.memory.reset(std::calloc(room, 1));
    zeros.start = zeros.memory.get();
    if (zeros.start) std::align(alignment, bytes, zeros.start, room);
#if defined(MADV_HUGEPAGE)
    if (zeros.start && alignment == kLargePage) madvise(zeros.start, bytes, MADV_HUGEPAGE);
#endif
    return zeros;
}

}  // namespace keypeg
