// One-step strategies on a GPU. Compiled at run time for one variant, with these macros:
//   PEGS, COLORS  the variant
//   DEPTH         how often a color can occur in a code
//   FEW           up to this many candidates, the lanes of a word are guesses, and above that candidates
// for many candidates:
//   GUESSES       guesses of a block
//   TILE          words of each plane that they share
//   CARRIED       feedbacks whose counts are carried from word to word
// for runs of guesses that differ only in the last peg:
//   RUN           guesses of a run at most; 0 if the variant has no such kernel
//   RUN_WARPS     warps of a block
// for few candidates:
//   WARPS         sets of a block
//   GUESS_TILE    words of guesses that it goes through at a time
//   TWICE         with more candidates than this, parts are counted in two ways
// Plain CUDA C++ without a header, so that a small shim compiles it for a processor too (tests/emulator.hpp).
//
// A code is one number with kBits bits for each peg, the first peg on top: numbers are in the order of the
// codes. A feedback is its slot: total * (total + 1) / 2 + blacks, where total is blacks + whites.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

constexpr u32 kAll = 0xffffffffu;                // every lane of a warp
constexpr int kBits = PEGS < 8 ? 8 : 63 / PEGS;  // the top bit is free
constexpr int kSlots = (PEGS + 1) * (PEGS + 2) / 2;
constexpr int kWin = kSlots - 1;
constexpr int kPlanes = COLORS * (PEGS + DEPTH);

// Many candidates: the rows of a tile are padded, so that neighboring planes are in different banks.
constexpr int kRow = TILE + 2;

// Few candidates: a warp has one set, and each lane this many words of 32 guesses.
constexpr int kWords = GUESS_TILE / 32;

enum Rule { kLargest, kExpectedSize, kEntropy, kMostParts };

// A score, of which less is better, and the guess; the top bit is set if it is not a candidate.
struct Best {
    double score;
    u64 guess;
};

constexpr u64 kNotCandidate = 1ull << 63;

// ---- Codes
// -------------------------------------------------------------------------------------------------------

__device__ constexpr int bit_width(int value) {
    return value == 0 ? 0 : 1 + bit_width(value / 2);
}

__device__ constexpr u64 repeated(u64 field, int times, int bits) {
    return times == 0 ? 0 : repeated(field, times - 1, bits) << bits | field;
}

constexpr u64 kOnes = repeated(1, PEGS, kBits);
constexpr u64 kHigh = kOnes << (kBits - 1);

// The high bit of each field that is zero.
__device__ inline u64 zero_fields(u64 word) {
    const u64 low = kHigh - kOnes;
    return ~(((word & low) + low) | word) & kHigh;
}

__device__ inline u32 color_at(u64 code, int peg) {
    return static_cast<u32>(code >> (kBits * (PEGS - 1 - peg))) & ((1u << kBits) - 1);
}

__device__ inline u32 pegs_of(u64 code, u32 color) {
    return __popcll(zero_fields(code ^ (kOnes * color)));
}

// How many pegs further left have the same color as this one.
__device__ inline u32 times_before(u64 code, int peg) {
    const u64 same = zero_fields(code ^ (kOnes * color_at(code, peg)));
    return peg == 0 ? 0 : __popcll(same >> (kBits * (PEGS - peg)));
}

// How often each color occurs, in fields with a free bit on top, if they fit into a word.
constexpr int kField = bit_width(PEGS) + 1;
constexpr bool kFieldsFit = COLORS * kField <= 64;
constexpr u64 kFieldOnes = repeated(1, kFieldsFit ? COLORS : 0, kField);

__device__ inline u64 color_counts(u64 code) {
    u64 counts = 0;
#pragma unroll
    for (int peg = 0; peg < PEGS; ++peg) counts += 1ull << (kField * color_at(code, peg));
    return counts;
}

// The planes that a code selects: one for each peg and its color, and one for each peg of a color.
__device__ inline void select_planes(u64 code, u32* black, u32* total) {
    u64 counts = 0;
#pragma unroll
    for (int peg = 0; peg < PEGS; ++peg) {
        const u32 color = color_at(code, peg);
        const u32 before =
            kFieldsFit ? (counts >> (kField * color)) & ((1u << kField) - 1) : times_before(code, peg);
        if (kFieldsFit) counts += 1ull << (kField * color);
        black[peg] = peg * COLORS + color;
        total[peg] = PEGS * COLORS + color * DEPTH + before;
    }
}

// How many pegs two codes have in common, wherever they are: the sum of the lesser counts.
__device__ inline u32 common_pegs(u64 a, u64 b) {
    if constexpr (kFieldsFit) {
        constexpr u64 kTop = kFieldOnes << (kField - 1);
        const u64 more = color_counts(a), other = color_counts(b);
        const u64 has_more = ((more | kTop) - other) & kTop;
        const u64 mask = has_more - (has_more >> (kField - 1));
        const u64 lesser = (other & mask) | (more & ~mask);
        return static_cast<u32>(lesser * kFieldOnes >> (kField * (COLORS - 1))) & ((1u << kField) - 1);
    } else {
        u32 total = 0;
        for (int peg = 0; peg < PEGS; ++peg) total += pegs_of(b, color_at(a, peg)) > times_before(a, peg);
        return total;
    }
}

__device__ inline u32 feedback(u64 guess, u64 code) {
    const u32 blacks = __popcll(zero_fields(guess ^ code)), total = common_pegs(guess, code);
    return total * (total + 1) / 2 + blacks;
}

// ---- Bit slices
// --------------------------------------------------------------------------------------------------

// Any function of three bits in one operation. Bit 4 a + 2 b + c of the table is its value there. Compilers
// combine operations too, but need a third more.
#ifndef EMULATED
template <int Table>
__device__ inline u32 logic(u32 a, u32 b, u32 c) {
    u32 result;
    asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(result) : "r"(a), "r"(b), "r"(c), "n"(Table));
    return result;
}
#endif

__device__ inline u32 majority(u32 a, u32 b, u32 c) {
    return logic<0xe8>(a, b, c);
}

__device__ inline u32 odd(u32 a, u32 b, u32 c) {
    return logic<0x96>(a, b, c);
}

__device__ inline u32 or_and(u32 a, u32 b, u32 c) {
    return logic<0xf8>(a, b, c);
}

// The second where the first has a bit, and else the third.
__device__ inline u32 choose_bits(u32 a, u32 b, u32 c) {
    return logic<0xca>(a, b, c);
}

// Adds N one-bit numbers by full adders into bit_width(N) result bits; overwrites `in`.
template <int N>
__device__ inline void add_bits(u32* in, u32* out) {
    if constexpr (N == 1) {
        out[0] = in[0];
    } else if constexpr (N > 1) {
        u32 carries[N / 2];
#pragma unroll
        for (int i = 0; i < (N - 1) / 2; ++i) {
            const int left = N - 2 * i;
            carries[i] = majority(in[left - 1], in[left - 2], in[left - 3]);
            in[left - 3] = odd(in[left - 1], in[left - 2], in[left - 3]);
        }
        if constexpr (N % 2 == 0) {
            carries[N / 2 - 1] = in[0] & in[1];
            in[0] = in[0] ^ in[1];
        }
        out[0] = in[0];
        add_bits<N / 2>(carries, out + 1);
    }
}

// Turns the binary numbers 0..N of up to three bits into masks, one for each value up to Value.
template <int N, int Value = N>
__device__ inline void decode_few(const u32* bits, u32* masks) {
    if constexpr (Value > 0) decode_few<N, Value - 1>(bits, masks);
    masks[Value] = logic<1 << Value>(N > 3 ? bits[2] : 0, N > 1 ? bits[1] : 0, bits[0]);
}

// The same for any number of bits.
template <int N>
__device__ inline void decode(const u32* bits, u32* masks) {
    constexpr int kBits = bit_width(N);
    if constexpr (kBits <= 3) {
        decode_few<N>(bits, masks);
    } else {
        constexpr int kHalf = 1 << (kBits - 1);  // values below this have the top bit clear
        const u32 top = bits[kBits - 1];
        decode<kHalf - 1>(bits, masks);
#pragma unroll
        for (int value = kHalf; value <= N; ++value) masks[value] = masks[value - kHalf] & top;
#pragma unroll
        for (int value = 0; value <= N - kHalf; ++value)
            masks[value] &= ~top;  // the top bit of others is clear
    }
}

// Which lanes have a number that is `least` or more.
template <int Bits>
__device__ inline u32 at_least(const u32* bits, u32 least) {
    u32 above = 0;  // from the lowest bit up: higher bits override lower ones
#pragma unroll
    for (int k = 0; k < Bits; ++k) above = majority(above, bits[k], ((least - 1) >> k & 1) ? 0 : kAll);
    return above;
}

// Which lanes have each number of matches, from the planes that have the bits of the matches.
__device__ inline void count_matches(u32* in, u32* masks) {
    u32 bits[bit_width(PEGS)];
    add_bits<PEGS>(in, bits);
    decode<PEGS>(bits, masks);
}

// ---- Rules
// -------------------------------------------------------------------------------------------------------

__device__ inline double term(u32 rule, u32 size, const double* s_log_s) {
    return rule == kEntropy ? s_log_s[size] : static_cast<double>(size) * size;
}

__device__ inline double slack(u32 rule, u32 count) {
    return rule == kEntropy ? 1e-9 * count : 0.5;
}

// The lowest score of `count` candidates in `parts` parts: the one of parts as even as possible.
__device__ inline double bound(u32 rule, u32 count, u32 parts, const double* s_log_s) {
    const u32 small = count / parts, larger = count % parts;
    if (rule == kLargest) return small + (larger > 0);
    if (rule == kMostParts) return -static_cast<double>(parts);
    return (parts - larger) * term(rule, small, s_log_s) + larger * term(rule, small + 1, s_log_s);
}

// The same if it is known how many of the parts have more than one candidate.
__device__ inline double bound(u32 rule, u32 count, u32 parts, u32 larger_parts, const double* s_log_s) {
    const u32 single = parts - larger_parts;
    if (rule == kMostParts) return -static_cast<double>(parts);
    if (larger_parts == 0) return rule == kLargest ? 1 : single * term(rule, 1, s_log_s);
    const double rest = bound(rule, count - single, larger_parts, s_log_s);
    return rule == kLargest ? rest : rest + single * term(rule, 1, s_log_s);
}

__device__ inline bool is_better(const Best& a, const Best& b, double slack) {
    if (a.score < b.score - slack) return true;
    if (a.score > b.score + slack) return false;
    return a.guess < b.guess;
}

__device__ inline Best best_of_warp(Best best, double slack) {
#pragma unroll
    for (int step = 16; step > 0; step /= 2) {
        const Best other = {__shfl_xor_sync(kAll, best.score, step), __shfl_xor_sync(kAll, best.guess, step)};
        if (is_better(other, best, slack)) best = other;
    }
    return best;
}

__device__ inline Best no_choice() {
    return {1e300, ~0ull};
}

// ---- Planes
// ------------------------------------------------------------------------------------------------------

__device__ inline u32 last_at_most(const u32* starts, u32 count, u32 value) {
    u32 low = 0, high = count;  // starts[low] <= value < starts[high]
    while (high - low > 1) {
        const u32 middle = (low + high) / 2;
        if (starts[middle] <= value)
            low = middle;
        else
            high = middle;
    }
    return low;
}

// Writes the planes of sets of codes. The set that begins at word w has its planes from w * kPlanes on, in
// tiles of `tile` words: plane by plane, the words of the tile. A warp makes one word of every plane.
extern "C" __global__ void make_planes(const u64* codes, const u32* starts, const u32* counts,
                                       const u32* word_starts, u32 sets, u32 tile, u32* planes) {
    const u32 lane = threadIdx.x % 32, word = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    if (word >= word_starts[sets]) return;
    const u32 set = last_at_most(word_starts, sets, word);
    const u32 local = word - word_starts[set], words = word_starts[set + 1] - word_starts[set];
    const u32 tile_start = local / tile * tile;
    const u32 width = min(tile, words - tile_start);
    u32* out = planes + static_cast<u64>(word_starts[set] + tile_start) * kPlanes + (local - tile_start);
    const u32 index = local * 32 + lane;
    const bool is_there = index < counts[set];
    const u64 code = is_there ? codes[starts[set] + index] : 0;
    int plane = 0;
    for (int peg = 0; peg < PEGS; ++peg)
        for (u32 color = 0; color < COLORS; ++color, ++plane) {
            const u32 bits = __ballot_sync(kAll, is_there && color_at(code, peg) == color);
            if (lane == plane % 32) out[static_cast<u64>(plane) * width] = bits;
        }
    for (u32 color = 0; color < COLORS; ++color) {
        const u32 pegs = is_there ? pegs_of(code, color) : 0;
        for (u32 times = 0; times < DEPTH; ++times, ++plane) {
            const u32 bits = __ballot_sync(kAll, pegs > times);
            if (lane == plane % 32) out[static_cast<u64>(plane) * width] = bits;
        }
    }
}

// ---- Many candidates: a thread has one guess, and the lanes of a word are candidates
// --------------------------------

// The lanes of a slot, or of a sum of slots that includes it, if those are known without an operation: all
// with this total for b = 0, and all with these blacks for the largest totals. `separate` subtracts the
// others in the end.
__device__ inline u32 lanes_of(int t, int b, const u32* total, const u32* black) {
    if (b == 0) return total[t];
    return t == PEGS || b == PEGS - 1 ? black[b] : total[t] & black[b];
}

__device__ constexpr bool is_counted(int t, int b) {
    return t > 0 && !(t == PEGS && b == PEGS - 1);
}

__device__ inline void separate(u32* sizes, u32 count) {
    u32* last = sizes + PEGS * (PEGS + 1) / 2;
#pragma unroll
    for (int t = 1; t < PEGS; ++t)
#pragma unroll
        for (int b = 1; b <= t; ++b) {
            const u32 size = sizes[t * (t + 1) / 2 + b];
            sizes[t * (t + 1) / 2] -= size;
            if (b < PEGS - 1) last[b] -= size;
        }
#pragma unroll
    for (int b = 1; b <= PEGS; ++b)
        if (PEGS > 1) last[0] -= last[b];
    sizes[0] = count;
#pragma unroll
    for (int slot = 1; slot < kSlots; ++slot) sizes[0] -= sizes[slot];
}

// Adds up the parts of one guess over the tile. Of two words only the carries are counted at once: the lanes
// in which just one of them has a bit are carried on in `ones`.
__device__ inline void count_tile(const u32* tile, u32 width, const u32* planes, u32* ones, u32* sizes) {
#pragma unroll 2
    for (u32 word = 0; word < width; word += 2) {
        u32 in[2][PEGS], black[2][PEGS + 1], total[2][PEGS + 1];
#pragma unroll
        for (int i = 0; i < PEGS; ++i) {
            const uint2 two = *reinterpret_cast<const uint2*>(tile + planes[i] + word);
            in[0][i] = two.x;
            in[1][i] = two.y;
        }
        count_matches(in[0], black[0]);
        count_matches(in[1], black[1]);
#pragma unroll
        for (int i = 0; i < PEGS; ++i) {
            const uint2 two = *reinterpret_cast<const uint2*>(tile + planes[PEGS + i] + word);
            in[0][i] = two.x;
            in[1][i] = two.y;
        }
        count_matches(in[0], total[0]);
        count_matches(in[1], total[1]);
#pragma unroll
        for (int t = 1; t <= PEGS; ++t)
#pragma unroll
            for (int b = 0; b <= t; ++b) {
                const int slot = t * (t + 1) / 2 + b;
                if (!is_counted(t, b)) continue;
                const u32 first = lanes_of(t, b, total[0], black[0]),
                          second = lanes_of(t, b, total[1], black[1]);
                if (slot < CARRIED) {
                    sizes[slot] += __popc(majority(ones[slot], first, second));
                    ones[slot] = odd(ones[slot], first, second);
                } else {
                    sizes[slot] += __popc(first) + __popc(second);
                }
            }
    }
}

// Counts the parts of one guess over a whole set. All threads of the block take part.
__device__ inline void count_set(u64 guess, const u32* planes, u32 words, u32 count, bool is_loaded,
                                 u32* tile, u32* sizes) {
    u32 selected[2 * PEGS], ones[kSlots];
    select_planes(guess, selected, selected + PEGS);
#pragma unroll
    for (int i = 0; i < 2 * PEGS; ++i) selected[i] *= kRow;
#pragma unroll
    for (int slot = 0; slot < kSlots; ++slot) ones[slot] = sizes[slot] = 0;
    for (u32 start = 0; start < words; start += TILE) {
        const u32 width = min(static_cast<u32>(TILE), words - start);
        if (!is_loaded) {
            __syncthreads();
            const uint2* from = reinterpret_cast<const uint2*>(planes + static_cast<u64>(start) * kPlanes);
            const u32 half = width / 2;
            for (u32 i = threadIdx.x; i < kPlanes * half; i += GUESSES)
                *reinterpret_cast<uint2*>(tile + i / half * kRow + i % half * 2) = from[i];
            __syncthreads();
        }
        count_tile(tile, width, selected, ones, sizes);
    }
#pragma unroll
    for (int slot = 0; slot < CARRIED && slot < kSlots; ++slot)
        sizes[slot] = 2 * sizes[slot] + __popc(ones[slot]);
    separate(sizes, count);
}

template <class Number>
__device__ inline Number sum_of_terms(const u32* sizes, const Number* s_log_s) {
    Number sum = 0;
#pragma unroll
    for (int slot = 0; slot < kSlots; ++slot) sum += s_log_s[sizes[slot]];
    return sum;
}

__device__ inline double score_of(u32 rule, const u32* sizes, const double* s_log_s) {
    if (rule == kEntropy) return sum_of_terms(sizes, s_log_s);
    u64 squares = 0;
    u32 largest = 0, parts = 0;
    if (rule == kExpectedSize) {
#pragma unroll
        for (int slot = 0; slot < kSlots; ++slot) squares += static_cast<u64>(sizes[slot]) * sizes[slot];
        return static_cast<double>(squares);
    }
#pragma unroll
    for (int slot = 0; slot < kSlots; ++slot) {
        largest = max(largest, sizes[slot]);
        parts += sizes[slot] != 0;
    }
    return rule == kLargest ? static_cast<double>(largest) : -static_cast<double>(parts);
}

// Writes the sizes of the parts of one set, a row for each guess.
extern "C" __global__ void __launch_bounds__(GUESSES)
    part_sizes(const u64* guesses, u32 guess_count, const u32* planes, u32 words, u32 count, u32* out) {
    alignas(16) __shared__ u32 tile[kPlanes * kRow];
    const u32 index = blockIdx.x * GUESSES + threadIdx.x;
    u32 sizes[kSlots];
    count_set(guesses[min(index, guess_count - 1)], planes, words, count, false, tile, sizes);
    if (index >= guess_count) return;
#pragma unroll
    for (int slot = 0; slot < kSlots; ++slot) out[static_cast<u64>(index) * kSlots + slot] = sizes[slot];
}

// With few words to count, looking up s log s takes longer than counting. So a guess is first scored in
// single precision, by a table that the block shares, and exactly only if that is about the least in its warp
// so far.
constexpr u32 kRoughMost = 1024;
constexpr float kRoughError = 1e-5f;  // more than twice what the rounding of all terms can add up to

__device__ inline float least_of_warp(float value) {
#pragma unroll
    for (int step = 16; step > 0; step /= 2) value = min(value, __shfl_xor_sync(kAll, value, step));
    return value;
}

// With eight pegs, the compiler would take so many registers that only two blocks have room.
#if PEGS == 8
#define LARGE_BOUNDS __launch_bounds__(GUESSES, 3)
#else
#define LARGE_BOUNDS __launch_bounds__(GUESSES)
#endif

// Finds the best guess for each set: set blockIdx.y, and `groups` times GUESSES guesses for each block, whose
// best goes to out[set * gridDim.x + block].
extern "C" __global__ void LARGE_BOUNDS choose_large(const u64* guesses, u32 guess_count, u32 groups,
                                                     const u32* counts, const u32* word_starts,
                                                     const u32* planes, const double* s_log_s, u32 rule,
                                                     Best* out) {
    alignas(16) __shared__ u32 tile[kPlanes * kRow];
    __shared__ float rough[kRoughMost + 1];
    __shared__ Best best_of_warps[GUESSES / 32];
    const u32 set = blockIdx.y, count = counts[set], words = word_starts[set + 1] - word_starts[set];
    const double equal = slack(rule, count);
    const bool is_rough = rule == kEntropy && count <= kRoughMost;
    for (u32 size = threadIdx.x; is_rough && size <= count; size += GUESSES)
        rough[size] = static_cast<float>(s_log_s[size]);
    float limit = 3e38f;
    Best best = no_choice();
    for (u32 group = 0; group < groups; ++group) {
        const u32 first = (blockIdx.x * groups + group) * GUESSES;
        if (first >= guess_count) break;
        const u32 index = min(first + threadIdx.x, guess_count - 1);
        const u64 guess = guesses[index];
        u32 sizes[kSlots];
        count_set(guess, planes + static_cast<u64>(word_starts[set]) * kPlanes, words, count,
                  group > 0 && words <= TILE, tile, sizes);
        if (is_rough) {
            const float sum = sum_of_terms(sizes, rough);
            limit = min(limit, least_of_warp(sum) * (1 + kRoughError));
            if (sum > limit) continue;
        }
        const Best here = {score_of(rule, sizes, s_log_s), guess | (sizes[kWin] ? 0 : kNotCandidate)};
        if (is_better(here, best, equal)) best = here;
    }
    best = best_of_warp(best, equal);
    if (threadIdx.x % 32 == 0) best_of_warps[threadIdx.x / 32] = best;
    __syncthreads();
    if (threadIdx.x > 0) return;
    for (int warp = 1; warp < GUESSES / 32; ++warp)
        if (is_better(best_of_warps[warp], best, equal)) best = best_of_warps[warp];
    out[static_cast<u64>(set) * gridDim.x + blockIdx.x] = best;
}

// Puts the best of `shares` shares together, a warp for each set.
extern "C" __global__ void best_of_shares(const Best* found, u32 shares, const u32* counts, u32 sets,
                                          u32 rule, Best* out) {
    const u32 lane = threadIdx.x % 32, set = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    if (set >= sets) return;
    const double equal = slack(rule, counts[set]);
    Best best = no_choice();
    for (u32 share = lane; share < shares; share += 32) {
        const Best here = found[static_cast<u64>(set) * shares + share];
        if (is_better(here, best, equal)) best = here;
    }
    best = best_of_warp(best, equal);
    if (lane == 0) out[set] = best;
}

// ---- Many candidates, and guesses in runs that differ only in the last peg
// ---------------------------------------------------

#if RUN > 0

// How many candidates have each total and each number of blacks is a product of bit matrices: a row for each
// total, a column for each number of blacks, and the candidates in between. Tensor cores multiply those.
//  1. For each tile of candidates, mark those that have each total and each number of blacks with the pegs
//     that the guesses of a run share.
//  2. For each guess, the last peg moves some of the marks up by one: one operation for each row and column.
//  3. Multiply. Lane 4 g + q has the number of candidates with total g + 1 and 2 q or 2 q + 1 blacks, where 7
//     stands for 7 and 8, and lane 0 also of those with a total of 0.
//  4. Score the guess roughly, in whole numbers, and exactly if it can be the best.
constexpr u32 kRunTile = 32;           // words of a tile
constexpr u32 kRunRow = kRunTile + 8;  // with padding, so that planes are in different banks
constexpr u32 kUnit = 8;               // words that are multiplied at a time, two by each of four lanes
constexpr u32 kUnits = kRunTile / kUnit;
constexpr u32 kMarks = 9;                            // totals from 0 to 8, and blacks from -1 to 7
constexpr u32 kSums = 3;                             // numbers of candidates that a lane has
constexpr u32 kTable = 1024;                         // up to this many candidates, rough scores are looked up
constexpr u32 kRough = 1u << 30;                     // about the largest rough score
constexpr u32 kRoughTable = 64, kRoughFloat = 2048;  // by how much two of them can err, if they do
constexpr bool kOneRun = RUN >= COLORS;              // for each beginning

// How often each color occurs before the last peg, three bits for each.
#if COLORS <= 10
typedef u32 Tally;
#else
typedef u64 Tally;
#endif

__device__ inline u32 tallied(Tally tally, u32 color) {
    return min(static_cast<u32>(tally >> (3 * color)) & 7, static_cast<u32>(DEPTH - 1));
}

// Adds to the number of lanes that both a row and a column have, for 16 rows and 8 columns. Lane 4 g + q
// gives words 2 q and 2 q + 1 of row g, of row g + 8 and of column g; it has the sums of row g and columns 2
// q and 2 q + 1, and then those of row g + 8.
#ifndef EMULATED
__device__ inline void add_products(u32* sums, const uint2& row, const uint2& other_row,
                                    const uint2& column) {
    asm("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, "
        "%9}, {%0, %1, %2, %3};"
        : "+r"(sums[0]), "+r"(sums[1]), "+r"(sums[2]), "+r"(sums[3])
        : "r"(row.x), "r"(other_row.x), "r"(row.y), "r"(other_row.y), "r"(column.x), "r"(column.y));
}
#endif

// What the guesses of a run have in common: the planes that they select, and the colors before the last peg.
struct Prefix {
    u32 black[PEGS - 1], total[PEGS - 1];
    Tally tally;

    __device__ explicit Prefix(u64 code) : tally(0) {
#pragma unroll
        for (int peg = 0; peg < PEGS - 1; ++peg) {
            const u32 color = color_at(code, peg);
            black[peg] = color * kRunRow + peg * COLORS * kRunRow;
            total[peg] =
                tallied(tally, color) * kRunRow + color * (DEPTH * kRunRow) + PEGS * COLORS * kRunRow;
            tally += static_cast<Tally>(1) << (3 * color);
        }
    }

    // Marks the candidates of one word, of which there are `count` from here on.
    __device__ void mark(const u32* tile, int count, uint2* marks) const {
        u32 masks[2][PEGS];
#pragma unroll
        for (int kind = 0; kind < 2; ++kind) {
            u32 in[PEGS - 1], bits[bit_width(PEGS - 1)];
#pragma unroll
            for (int peg = 0; peg < PEGS - 1; ++peg) in[peg] = tile[kind ? total[peg] : black[peg]];
            add_bits<PEGS - 1>(in, bits);
            decode<PEGS - 1>(bits, masks[kind]);
        }
        masks[1][0] &= count >= 32 ? kAll : count > 0 ? (1u << count) - 1 : 0;  // the rest is no candidate
#pragma unroll
        for (int i = 0; i < kMarks; ++i)
            marks[i * kUnit] = {i < PEGS ? masks[1][i] : 0, i > 0 && i <= PEGS ? masks[0][i - 1] : 0};
    }
};

// Adds the candidates of some units to the parts of all guesses of a run.
__device__ inline void count_units(u32 units, u32 first, Tally tally, const u32* tile, const uint2* marks,
                                   u32 (*parts)[4]) {
    const u32 lane = threadIdx.x % 32, is_zero_row = lane < 4 ? kAll : 0, is_last_row = lane < 28 ? 0 : kAll;
    const u32* totals[RUN];
    tile += 2 * (lane % 4);
#pragma unroll
    for (int i = 0; i < RUN; ++i) {
        const u32 color = kOneRun ? i : min(first + i, static_cast<u32>(COLORS - 1));
        totals[i] = tile + tallied(tally, color) * kRunRow + (PEGS * COLORS + color * DEPTH) * kRunRow;
    }
#pragma unroll 1
    for (u32 unit = 0; unit < units; ++unit) {
        const uint4* own = reinterpret_cast<const uint4*>(marks + unit * (kMarks * kUnit)) + lane;
        const uint4 here = own[4];
        uint4 below = own[0];
        below.y = or_and(below.y, here.y, is_last_row);  // 7 blacks or more
        below.w = or_and(below.w, here.w, is_last_row);
#pragma unroll
        for (int i = 0; i < RUN; ++i) {
            const u32 color = kOneRun ? i : min(first + i, static_cast<u32>(COLORS - 1));
            const u32* black_plane = tile + ((PEGS - 1) * COLORS + color) * kRunRow;
            const uint2 black = *reinterpret_cast<const uint2*>(black_plane + unit * kUnit);
            const uint2 total = *reinterpret_cast<const uint2*>(totals[i] + unit * kUnit);
            add_products(
                parts[i], {choose_bits(total.x, below.x, here.x), choose_bits(total.y, below.z, here.z)},
                {logic<0x08>(total.x, below.x, is_zero_row), logic<0x08>(total.y, below.z, is_zero_row)},
                {choose_bits(black.x, below.y, here.y), choose_bits(black.y, below.w, here.w)});
        }
    }
}

// A set of many candidates, and the best guess of a warp so far.
struct RunSearch {
    const double* s_log_s;
    const u32* costs;  // by the size of a part, if there are few enough
    u32 rule, count;
    float scale;    // of rough costs
    u32 tolerance;  // by how much the rough scores of equal guesses can differ; 0 if they are exact
    double equal;
    u32 least;  // the best rough score so far
    Best best;

    __device__ RunSearch(const double* s_log_s, const u32* costs, u32 rule, u32 count)
        : s_log_s(s_log_s),
          costs(costs),
          rule(rule),
          count(count),
          equal(slack(rule, count)),
          best(no_choice()) {
        const bool is_exact =
            rule == kLargest || rule == kMostParts || (rule == kExpectedSize && count < 1 << 16);
        tolerance = is_exact ? 0 : count <= kTable ? kRoughTable : kRoughFloat;
        scale = static_cast<float>(is_exact ? 1 : kRough / term(rule, count, s_log_s));
        least = is_exact ? kAll : 2 * kRough;
    }

    __device__ u32 rough_cost(u32 size) const {
        if (rule == kMostParts) return size == 0;
        if (rule == kExpectedSize && tolerance == 0) return size * size;
        const float number = static_cast<float>(size);
        return static_cast<u32>((rule == kExpectedSize ? number : __log2f(max(number, 1.0f))) * number *
                                scale);
    }

    __device__ u32 table_entry(u32 size) const {
        return rule == kEntropy ? static_cast<u32>(s_log_s[size] * scale + 0.5) : rough_cost(size);
    }

    __device__ u32 limit() const {
        return tolerance > 0 ? least + tolerance : least - !(best.guess & kNotCandidate);
    }

    __device__ void rough_scores(const u32 (*parts)[4], u32* scores) const {
        if (rule == kLargest) {
#pragma unroll
            for (int i = 0; i < RUN; ++i)
                scores[i] = __reduce_max_sync(kAll, max(max(parts[i][0], parts[i][1]), parts[i][2]));
        } else if (count <= kTable) {
#pragma unroll
            for (int i = 0; i < RUN; ++i)
                scores[i] =
                    __reduce_add_sync(kAll, costs[parts[i][0]] + costs[parts[i][1]] + costs[parts[i][2]]);
        } else {
#pragma unroll
            for (int i = 0; i < RUN; ++i)
                scores[i] = __reduce_add_sync(
                    kAll, rough_cost(parts[i][0]) + rough_cost(parts[i][1]) + rough_cost(parts[i][2]));
        }
    }

    __device__ double exact_score(const u32* own) const {
        if (rule == kLargest) return __reduce_max_sync(kAll, max(max(own[0], own[1]), own[2]));
        if (rule == kMostParts)
            return -static_cast<double>(__reduce_add_sync(kAll, (own[0] > 0) + (own[1] > 0) + (own[2] > 0)));
        double sum = 0;
#pragma unroll
        for (int k = 0; k < kSums; ++k) sum += term(rule, own[k], s_log_s);
#pragma unroll
        for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(kAll, sum, step);
        return sum;
    }

    // Compares the guesses of a run, as far as they are present.
    __device__ void compare(const u64* run, u32 present, const u32 (*parts)[4]) {
        constexpr u32 kWinColumn = PEGS < 7 ? PEGS : 7;
        u32 scores[RUN], least_here = kAll;
        rough_scores(parts, scores);
#pragma unroll
        for (int i = 0; i < RUN; ++i) least_here = min(least_here, scores[i]);
        if (least_here > limit() && present == (1u << RUN) - 1) return;
#pragma unroll 1
        for (int i = 0; i < RUN; ++i) {
            u32 own[kSums], score = 0;
#pragma unroll
            for (int k = 0; k < RUN; ++k)
                if (k == i) {
                    score = scores[k];
#pragma unroll
                    for (int n = 0; n < kSums; ++n) own[n] = parts[k][n];
                }
            if (!(present >> i & 1) || score > limit()) continue;
            const bool is_candidate =
                __shfl_sync(kAll, own[kWinColumn % 2], 4 * (PEGS - 1) + kWinColumn / 2) > 0;
            if (tolerance == 0 && score == least && !is_candidate) continue;
            const Best here = {exact_score(own), (*run + i) | (is_candidate ? 0 : kNotCandidate)};
            if (is_better(here, best, equal)) best = here;
            least = min(least, score);
        }
    }
};

// Colors that no candidate has are all alike, and only the smallest is tried: these are the others.
__device__ inline u32 colors_to_skip(const u32* tile, u32 words) {
    const u32 color = threadIdx.x % 32;
    u32 seen = color < COLORS && DEPTH == PEGS ? 0 : kAll;
    for (u32 word = 0; word < words && seen == 0; ++word)
        seen = tile[(PEGS * COLORS + color * DEPTH) * kRunRow + word];
    const u32 absent = __ballot_sync(kAll, seen == 0);
    return absent & (absent - 1);
}

__device__ inline bool has_color_of(u64 code, u32 colors) {
    bool has = false;
#pragma unroll
    for (int peg = 0; peg < PEGS - 1; ++peg) has |= colors >> color_at(code, peg) & 1;
    return has;
}

// Fills a tile with so many words of each plane; all threads of the block take part.
__device__ inline void load_tile(const u32* planes, u32 width, u32* tile) {
    const u32 column = threadIdx.x % (kRunTile / 4) * 4;
    for (u32 plane = threadIdx.x / (kRunTile / 4); plane < kPlanes && column < width; plane += 4 * RUN_WARPS)
        *reinterpret_cast<uint4*>(tile + plane * kRunRow + column) =
            *reinterpret_cast<const uint4*>(planes + plane * width + column);
}

// Compares runs of guesses for a set whose planes fit into one tile. With few words, a warp marks the
// candidates for several runs at once.
__device__ inline void search_tile(const u64* runs, const u32* present, u32 begin, u32 end, u32 words,
                                   const u32* tile, uint2* marks, RunSearch& search) {
    const u32 warp = threadIdx.x / 32, lane = threadIdx.x % 32, skipped = colors_to_skip(tile, words);
    const u32 log_words = words <= 8 ? 3 : words <= 16 ? 4 : 5, at_once = kRunTile >> log_words;
    const u32 word = lane & ((1u << log_words) - 1);
    for (u32 own = begin + warp * at_once; own < end; own += RUN_WARPS * at_once) {
        const u32 run = min(own + (lane >> log_words), end - 1), present_here = present[run];
        const u64 code = runs[run];
        const u32 needed = __ballot_sync(kAll, !skipped || !has_color_of(code, skipped));
        if (!needed) continue;
        const Prefix prefix(code);
        if (words != 24 || lane < words)
            prefix.mark(tile + word, static_cast<int>(search.count) - static_cast<int>(32 * word),
                        marks + lane / kUnit * (kMarks * kUnit) + lane % kUnit);
        __syncwarp();
#pragma unroll 1
        for (u32 i = 0; i < at_once && own + i < end; ++i) {
            const u32 holder = i << log_words;
            if (!(needed >> holder & 1)) continue;
            u32 parts[RUN][4] = {};
            count_units(words / kUnit, kOneRun ? 0 : __shfl_sync(kAll, color_at(code, PEGS - 1), holder),
                        __shfl_sync(kAll, prefix.tally, holder), tile, marks + holder * kMarks, parts);
            search.compare(runs + own + i, __shfl_sync(kAll, present_here, holder), parts);
        }
        __syncwarp();
    }
}

// The same for a set of more words, tile by tile. All threads of the block take part.
__device__ inline void search_tiles(const u64* runs, const u32* present, u32 begin, u32 end, u32 words,
                                    const u32* planes, u32* tile, uint2* marks, RunSearch& search) {
    const u32 warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    for (u32 first = begin; first < end; first += RUN_WARPS) {
        const u32 own = min(first + warp, end - 1);
        const u64 code = runs[own];
        const Prefix prefix(code);
        u32 parts[RUN][4] = {};
        for (u32 start = 0; start < words; start += kRunTile) {
            const u32 width = min(kRunTile, words - start);
            __syncthreads();
            load_tile(planes + static_cast<u64>(start) * kPlanes, width, tile);
            __syncthreads();
            if (lane < width)
                prefix.mark(tile + lane,
                            static_cast<int>(search.count) - static_cast<int>(32 * (start + lane)),
                            marks + lane / kUnit * (kMarks * kUnit) + lane % kUnit);
            __syncwarp();
            count_units(width / kUnit, kOneRun ? 0 : color_at(code, PEGS - 1), prefix.tally, tile, marks,
                        parts);
            __syncwarp();
        }
        search.compare(runs + own, present[own], parts);
    }
}

// Finds the best guess for each set, as choose_large does, among runs of guesses: set blockIdx.y, and `share`
// runs for each block. A run begins with a code, and has those of the next ones that are `present`.
extern "C" __global__ void __launch_bounds__(32 * RUN_WARPS, 2)
    choose_runs(const u64* runs, const u32* present, u32 run_count, u32 share, const u32* counts,
                const u32* word_starts, const u32* planes, const double* s_log_s, u32 rule, Best* out) {
    alignas(16) __shared__ u32 tile[kPlanes * kRunRow];
    alignas(16) __shared__ uint2 marks_of[RUN_WARPS][kUnits * kMarks * kUnit];
    __shared__ u32 costs[kTable + 1];
    __shared__ Best best_of_warps[RUN_WARPS];
    const u32 warp = threadIdx.x / 32;
    const u32 set = blockIdx.y, count = counts[set], words = word_starts[set + 1] - word_starts[set];
    const u32 begin = blockIdx.x * share, end = min(begin + share, run_count);
    const u32* set_planes = planes + static_cast<u64>(word_starts[set]) * kPlanes;
    RunSearch search(s_log_s, costs, rule, count);
    for (u32 size = threadIdx.x; count <= kTable && size <= count; size += 32 * RUN_WARPS)
        costs[size] = search.table_entry(size);
    if (words <= kRunTile) {
        load_tile(set_planes, words, tile);
        __syncthreads();
        search_tile(runs, present, begin, end, words, tile, marks_of[warp], search);
    } else {
        search_tiles(runs, present, begin, end, words, set_planes, tile, marks_of[warp], search);
    }
    if (threadIdx.x % 32 == 0) best_of_warps[warp] = search.best;
    __syncthreads();
    if (threadIdx.x > 0) return;
    Best best = search.best;
    for (int i = 1; i < RUN_WARPS; ++i)
        if (is_better(best_of_warps[i], best, search.equal)) best = best_of_warps[i];
    out[static_cast<u64>(set) * gridDim.x + blockIdx.x] = best;
}

#endif

// ---- Few candidates: a warp has one set, and the lanes of a word are guesses
// -----------------------------------------

// Scores one guess by all lanes together; `sizes` is shared by the warp.
__device__ inline Best score_by_warp(u64 guess, const u64* members, u32 count, u32* sizes,
                                     const double* s_log_s, u32 rule) {
    const u32 lane = threadIdx.x % 32;
    for (u32 slot = lane; slot < kSlots; slot += 32) sizes[slot] = 0;
    __syncwarp();
    for (u32 i = lane; i < count; i += 32) atomicAdd(&sizes[feedback(guess, members[i])], 1u);
    __syncwarp();
    double value = 0;
    for (u32 slot = lane; slot < kSlots; slot += 32) {
        const u32 size = sizes[slot];
        if (rule == kLargest)
            value = max(value, static_cast<double>(size));
        else if (rule == kMostParts)
            value -= size != 0;
        else
            value += term(rule, size, s_log_s);
    }
    const bool is_candidate = sizes[kWin] != 0;
#pragma unroll
    for (int step = 16; step > 0; step /= 2) {
        const double other = __shfl_xor_sync(kAll, value, step);
        value = rule == kLargest ? max(value, other) : value + other;
    }
    __syncwarp();
    return {value, guess | (is_candidate ? 0 : kNotCandidate)};
}

// Finds the best of the candidates themselves, a warp for each set. One that tells all candidates apart is
// best by every rule: then `open` is 0, else 1.
extern "C" __global__ void choose_candidate(const u64* members, const u32* starts, const u32* counts,
                                            u32 sets, const double* s_log_s, u32 rule, Best* out, u8* open) {
    __shared__ u32 sizes[8][kSlots];
    const u32 warp = threadIdx.x / 32, set = blockIdx.x * (blockDim.x / 32) + warp;
    if (set >= sets) return;
    const u32 count = counts[set];
    const u64* own = members + starts[set];
    const double equal = slack(rule, count), perfect = bound(rule, count, count, s_log_s) + equal;
    Best best = no_choice();
    for (u32 i = 0; i < count; ++i) {
        const Best here = score_by_warp(own[i], own, count, sizes[warp], s_log_s, rule);
        if (is_better(here, best, equal)) best = here;
    }
    if (threadIdx.x % 32 > 0) return;
    out[set] = best;
    open[set] = best.score > perfect;
}

constexpr int kCountBits = bit_width(kSlots);

// Counts for 32 guesses at once, as bit slices, into how many parts they split a set and, if Twice, how many
// of those have more than one candidate.
template <int Words, bool Twice>
__device__ inline void count_parts(const u32* tile, const u16* selected, u32 count, u32 (*parts)[kCountBits],
                                   u32 (*larger)[kCountBits]) {
    u32 seen[Words][kSlots], again[Words][Twice ? kSlots : 1];
#pragma unroll
    for (int w = 0; w < Words; ++w)
#pragma unroll
        for (int slot = 0; slot < kSlots; ++slot) {
            seen[w][slot] = 0;
            if constexpr (Twice) again[w][slot] = 0;
        }
    for (u32 i = 0; i < count; ++i) {
        const u32* planes = reinterpret_cast<const u32*>(selected + i * 2 * PEGS);
        u32 in[2][Words][PEGS];
#pragma unroll
        for (int peg = 0; peg < PEGS; ++peg) {
            const u32 two = planes[peg];
#pragma unroll
            for (int w = 0; w < Words; ++w) {
                in[0][w][peg] = tile[(two & 0xffff) + 32 * w];
                in[1][w][peg] = tile[(two >> 16) + 32 * w];
            }
        }
#pragma unroll
        for (int w = 0; w < Words; ++w) {
            u32 black[PEGS + 1], total[PEGS + 1];
            count_matches(in[0][w], black);
            count_matches(in[1][w], total);
#pragma unroll
            for (int t = 0; t <= PEGS; ++t)
#pragma unroll
                for (int b = 0; b <= t; ++b) {
                    const int slot = t * (t + 1) / 2 + b;
                    if (slot > 0 && !is_counted(t, b)) continue;
                    if constexpr (Twice)
                        again[w][slot] = or_and(again[w][slot], seen[w][slot], total[t] & black[b]);
                    seen[w][slot] = or_and(seen[w][slot], total[t], black[b]);
                }
        }
    }
#pragma unroll
    for (int w = 0; w < Words; ++w) {
        add_bits<kSlots>(seen[w], parts[w]);
        if constexpr (Twice) add_bits<kSlots>(again[w], larger[w]);
    }
}

__device__ inline u32 number_at(const u32* bits, int lane) {
    u32 number = 0;
#pragma unroll
    for (int k = 0; k < kCountBits; ++k) number |= (bits[k] >> lane & 1) << k;
    return number;
}

// A set of few candidates, and the best guess so far.
struct Search {
    const u64* members;
    const double* s_log_s;
    u32* sizes;  // shared by the warp
    u32 count, rule;
    u32 enough;  // the fewest parts with which a guess can be better
    double equal;
    Best best;

    __device__ u32 most() const { return min(count, static_cast<u32>(kSlots - 1)); }
    __device__ bool is_done() const { return enough > most(); }
    __device__ void raise() {
        while (!is_done() && bound(rule, count, enough, s_log_s) >= best.score - equal) ++enough;
    }

    // Scores, in order, the 32 guesses of each lane that have enough parts.
    template <bool Twice>
    __device__ void try_guesses(const u64* guesses, u32 guess_count, u32 first, const u32* parts,
                                const u32* larger) {
        const u32 lane = threadIdx.x % 32;
        u32 good = at_least<kCountBits>(parts, enough);
        while (true) {
            while (Twice && good) {  // up to a guess that can be better for all that is known of its parts
                const int next = __ffs(good) - 1;
                const u32 own = number_at(parts, next), own_larger = number_at(larger, next);
                if (bound(rule, count, own, own_larger, s_log_s) < best.score - equal) break;
                good &= good - 1;
            }
            const u32 lanes = __ballot_sync(kAll, good != 0);
            if (lanes == 0) return;
            const int holder = __ffs(lanes) - 1;
            const u32 index = first + 32 * holder + __ffs(__shfl_sync(kAll, good, holder)) - 1;
            if (lane == holder) good &= good - 1;
            if (index >= guess_count) continue;
            const Best here = score_by_warp(guesses[index], members, count, sizes, s_log_s, rule);
            if (!is_better(here, best, equal)) continue;
            best = here;
            raise();
            good &= at_least<kCountBits>(parts, enough);
        }
    }
};

// Looks for a guess that is better than the best candidate. Almost every guess is a poor one: the parts of 32
// guesses are counted at once, and only a guess with so many that its score can be better is scored.
//  1. Write down which planes each candidate selects.
//  2. For each tile of guesses, mark the feedbacks that occur, and add the marks. With more than TWICE
//  candidates,
//     also those that occur again: the number of parts alone would let too many guesses pass.
//  3. Score the guesses with enough parts, in order.
// Warp w of block b has set b * WARPS + w and the tiles of share blockIdx.y; its best goes to
// out[set * gridDim.y + share].
extern "C" __global__ void __launch_bounds__(32 * WARPS)
    choose_small(const u64* guesses, u32 guess_count, const u32* guess_planes, u32 tiles, const u64* members,
                 const u32* starts, const u32* counts, u32 sets, const Best* candidates,
                 const double* s_log_s, u32 rule, Best* out) {
    alignas(16) __shared__ u32 tile[kPlanes * GUESS_TILE];
    alignas(16) __shared__ u16 selected_by[WARPS][FEW * 2 * PEGS];
    __shared__ u32 sizes[WARPS][kSlots];
    const u32 warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const bool is_there = blockIdx.x * WARPS + warp < sets;
    const u32 set = is_there ? blockIdx.x * WARPS + warp : 0, count = is_there ? counts[set] : 0;
    const u64* own = members + starts[set];
    u16* selected = selected_by[warp];
    for (u32 i = lane; i < count; i += 32) {
        u32 planes[2][PEGS];
        select_planes(own[i], planes[0], planes[1]);
        for (int peg = 0; peg < PEGS; ++peg)
            for (int kind = 0; kind < 2; ++kind)
                selected[(i * PEGS + peg) * 2 + kind] = static_cast<u16>(planes[kind][peg] * GUESS_TILE);
    }
    u64 absent = 0;  // colors that no candidate has: they are all alike, and only the smallest is tried
    for (u32 color = 0; color < COLORS && DEPTH == PEGS; ++color) {
        bool occurs = false;
        for (u32 i = lane; i < count; i += 32) occurs |= pegs_of(own[i], color) > 0;
        if (!__ballot_sync(kAll, occurs) && color < 64) absent |= 1ull << color;
    }
    absent &= absent - 1;
    Search search = {own, s_log_s, sizes[warp], count, rule, 1, slack(rule, count), candidates[set]};
    search.raise();
    const u32 share = (tiles + gridDim.y - 1) / gridDim.y;
    const u32 end = min(tiles, (blockIdx.y + 1) * share);
    for (u32 number = blockIdx.y * share; number < end; ++number) {
        if (!__syncthreads_or(!search.is_done())) break;
        const uint4* from =
            reinterpret_cast<const uint4*>(guess_planes + static_cast<u64>(number) * kPlanes * GUESS_TILE);
        for (u32 i = threadIdx.x; i < kPlanes * GUESS_TILE / 4; i += 32 * WARPS)
            reinterpret_cast<uint4*>(tile)[i] = from[i];
        __syncthreads();
        if (search.is_done()) continue;
        const u32 first = number * GUESS_TILE * 32;
        if (absent) {
            const u64 low = guesses[first], high = guesses[min(first + GUESS_TILE * 32, guess_count) - 1];
            bool is_needed = true;
            for (int peg = 0; peg < PEGS && color_at(low, peg) == color_at(high, peg); ++peg)
                is_needed &= color_at(low, peg) >= 64 || !(absent >> color_at(low, peg) & 1);
            if (!is_needed) continue;
        }
        if (count > TWICE) {
            u32 parts[1][kCountBits], larger[1][kCountBits];
            for (int w = 0; w < kWords; ++w) {
                count_parts<1, true>(tile + 32 * w + lane, selected, count, parts, larger);
                search.try_guesses<true>(guesses, guess_count, first + 1024 * w, parts[0], larger[0]);
            }
        } else {
            u32 parts[kWords][kCountBits];
            count_parts<kWords, false>(tile + lane, selected, count, parts, parts);
#pragma unroll
            for (int w = 0; w < kWords; ++w)
                search.try_guesses<false>(guesses, guess_count, first + 1024 * w, parts[w], parts[w]);
        }
    }
    if (is_there && lane == 0) out[static_cast<u64>(set) * gridDim.y + blockIdx.y] = search.best;
}

// ---- Splitting
// ---------------------------------------------------------------------------------------------------

// Counts the members of each set by feedback to the set's guess.
extern "C" __global__ void count_split(const u64* members, u32 member_count, const u32* starts, u32 sets,
                                       const u64* guesses, u32* sizes) {
    const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= member_count) return;
    const u32 set = last_at_most(starts, sets, i);
    atomicAdd(&sizes[static_cast<u64>(set) * kSlots + feedback(guesses[set], members[i])], 1u);
}

// Writes where each part begins in the place of its size.
extern "C" __global__ void place_parts(const u32* parts, const u32* starts, u32 count, u32* places) {
    const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) places[parts[i]] = starts[i];
}

// Moves every member to the place of its part, `places[set][slot]`, which is counted up; a guess that is
// found goes nowhere.
extern "C" __global__ void move_split(const u64* members, u32 member_count, const u32* starts, u32 sets,
                                      const u64* guesses, u32* places, u64* out) {
    const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= member_count) return;
    const u32 set = last_at_most(starts, sets, i);
    const u32 slot = feedback(guesses[set], members[i]);
    if (slot != kWin) out[atomicAdd(&places[static_cast<u64>(set) * kSlots + slot], 1u)] = members[i];
}
