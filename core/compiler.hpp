// What has to be said differently to different compilers, and nowhere else.
#pragma once

#include <cstdint>

#if defined(_MSC_VER)
#include <intrin.h>
#endif

#if defined(_MSC_VER) && !defined(__clang__)
#define KEYPEG_INLINE __forceinline
#else
#define KEYPEG_INLINE inline __attribute__((always_inline))
#endif

namespace keypeg {
namespace {  // each file has its own: what is compiled for one processor must not be linked into another file

KEYPEG_INLINE int count_bits(std::uint64_t word) {
#if defined(_MSC_VER) && !defined(__clang__)
    word -= word >> 1 & 0x5555555555555555;
    word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
    return static_cast<int>(((word + (word >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56);
#else
    return __builtin_popcountll(word);
#endif
}

// Asks for memory that will be read soon.
KEYPEG_INLINE void fetch_ahead([[maybe_unused]] const void* address) {
#if !defined(_MSC_VER) || defined(__clang__)
    __builtin_prefetch(address);
#endif
}

}  // namespace

// Which of the instruction sets of kernels.cpp this processor has.
struct Processor {
    bool avx2 = false, avx512bw = false, avx512 = false;
};

#if KEYPEG_X86 && defined(_MSC_VER)
#if defined(__clang__)
__attribute__((target("xsave")))
#endif
inline Processor processor() {
    int one[4], seven[4];
    __cpuidex(one, 1, 0);
    __cpuidex(seven, 7, 0);
    const auto has = [](int word, int bit) { return (word >> bit & 1) != 0; };
    if (!has(one[2], 27)) return {};  // the system does not tell which registers it keeps
    const auto kept = static_cast<unsigned>(_xgetbv(0));
    Processor found;
    found.avx2 = (kept & 0x06) == 0x06 && has(one[2], 12) && has(one[2], 23) && has(seven[1], 3) &&
                 has(seven[1], 5) && has(seven[1], 8);
    found.avx512bw = found.avx2 && (kept & 0xe6) == 0xe6 && has(seven[1], 16) && has(seven[1], 17) &&
                     has(seven[1], 30) && has(seven[1], 31);
    found.avx512 = found.avx512bw && has(seven[2], 12) && has(seven[2], 14);
    return found;
}
#elif KEYPEG_X86
inline Processor processor() {
    Processor found;
    found.avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                 __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") &&
                 __builtin_cpu_supports("fma");
    found.avx512bw = found.avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                     __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
    found.avx512 =
        found.avx512bw && __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("avx512bitalg");
    return found;
}
#endif

}  // namespace keypeg
