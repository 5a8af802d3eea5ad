// As much of CUDA as src/keypeg/gpu/kernels.cu needs, on a processor: the threads of a block are contexts
// that take turns at barriers, and blocks run one after the other.
#include <ucontext.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#define __device__
#define __global__
#define __shared__ static
#define __launch_bounds__(...)

using std::max;
using std::min;

struct uint2 {
    unsigned x, y;
};
struct uint4 {
    unsigned x, y, z, w;
};
struct Index {
    unsigned x, y;
};

namespace emulator {

constexpr std::size_t kStack = 1 << 16;
constexpr unsigned kWarp = 32;

// Threads wait until all that have not ended are here.
struct Barrier {
    unsigned here = 0, round = 0, threads = 0;
    void open_if_all() {
        if (here == threads) here = 0, ++round;
    }
    void wait();
};

struct Thread {
    ucontext_t context;
    std::unique_ptr<char[]> stack{new char[kStack]};
    bool has_ended = false;
    const Barrier* barrier = nullptr;  // at which it waits for another round
    unsigned round = 0;

    bool can_run() const { return !has_ended && (barrier == nullptr || barrier->round != round); }
};

inline Index thread_index, block_index, block_size, grid_size;
inline std::vector<Thread> threads;
inline std::vector<Barrier> warps;
inline Barrier block;
inline std::uint64_t exchanged[1024];
inline unsigned any;
inline ucontext_t scheduler;
inline unsigned running;
inline std::uint64_t* arguments;
inline void (*kernel)();
inline int argument_count;

inline void yield() {
    const unsigned own = running;
    swapcontext(&threads[own].context, &scheduler);
    thread_index = {own, 0};
}

inline void Barrier::wait() {
    const unsigned before = round;
    ++here;
    open_if_all();
    if (round != before) return;
    emulator::threads[running].barrier = this;
    emulator::threads[running].round = before;
    yield();
    emulator::threads[running].barrier = nullptr;
}

inline Barrier& warp() {
    return warps[thread_index.x / kWarp];
}

template <class T>
T exchange(T value, unsigned from) {
    static_assert(sizeof(T) <= 8);
    std::memcpy(&exchanged[thread_index.x], &value, sizeof(T));
    warp().wait();
    std::memcpy(&value, &exchanged[thread_index.x / kWarp * kWarp + from], sizeof(T));
    warp().wait();
    return value;
}

template <std::size_t... I>
void call(std::index_sequence<I...>) {
    // Numbers and addresses are passed alike, and each kernel reads as much of one as it declares.
    reinterpret_cast<void (*)(decltype(static_cast<void>(I), std::uint64_t{})...)>(kernel)(arguments[I]...);
}

inline void run_thread() {
    switch (argument_count) {
        case 4:
            call(std::make_index_sequence<4>());
            break;
        case 6:
            call(std::make_index_sequence<6>());
            break;
        case 7:
            call(std::make_index_sequence<7>());
            break;
        case 8:
            call(std::make_index_sequence<8>());
            break;
        case 9:
            call(std::make_index_sequence<9>());
            break;
        case 10:
            call(std::make_index_sequence<10>());
            break;
        case 12:
            call(std::make_index_sequence<12>());
            break;
        default:
            std::abort();
    }
    threads[running].has_ended = true;
    for (Barrier* barrier : {&block, &warps[running / kWarp]}) {
        --barrier->threads;
        if (barrier->threads > 0) barrier->open_if_all();
    }
    swapcontext(&threads[running].context, &scheduler);
}

inline void run_block() {
    const unsigned count = block_size.x;
    warps.assign(count / kWarp, Barrier{0, 0, kWarp});
    block = Barrier{0, 0, count};
    for (Thread& thread : threads) {
        getcontext(&thread.context);
        thread.context.uc_stack.ss_sp = thread.stack.get();
        thread.context.uc_stack.ss_size = kStack;
        thread.context.uc_link = nullptr;
        thread.has_ended = false;
        thread.barrier = nullptr;
        makecontext(&thread.context, run_thread, 0);
    }
    for (bool is_going = true; is_going;) {
        is_going = false;
        for (running = 0; running < count; ++running) {
            if (!threads[running].can_run()) continue;
            is_going = true;
            thread_index = {running, 0};
            swapcontext(&scheduler, &threads[running].context);
        }
    }
    for (const Thread& thread : threads)
        if (!thread.has_ended) std::abort();  // it waits for one that never comes
}

}  // namespace emulator

extern "C" inline void __attribute__((used)) emulate(void (*kernel)(), unsigned x, unsigned y,
                                                     unsigned threads, std::uint64_t* arguments, int count) {
    emulator::kernel = kernel;
    emulator::arguments = arguments;
    emulator::argument_count = count;
    emulator::grid_size = {x, y};
    emulator::block_size = {threads, 1};
    emulator::threads = std::vector<emulator::Thread>(threads);
    for (unsigned by = 0; by < y; ++by)
        for (unsigned bx = 0; bx < x; ++bx) {
            emulator::block_index = {bx, by};
            emulator::run_block();
        }
}

#define threadIdx emulator::thread_index
#define blockIdx emulator::block_index
#define blockDim emulator::block_size
#define gridDim emulator::grid_size

#define EMULATED
template <int Table>
unsigned logic(unsigned a, unsigned b, unsigned c) {
    unsigned result = 0;
    for (int i = 0; i < 8; ++i)
        if (Table >> i & 1) result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
    return result;
}

inline int __popc(unsigned bits) {
    return __builtin_popcount(bits);
}
inline int __popcll(unsigned long long bits) {
    return __builtin_popcountll(bits);
}
inline int __ffs(unsigned bits) {
    return __builtin_ffs(static_cast<int>(bits));
}
inline float __log2f(float number) {
    return std::log2(number);
}
inline void __syncthreads() {
    emulator::block.wait();
}
inline void __syncwarp() {
    emulator::warp().wait();
}
inline int __syncthreads_or(int value) {
    if (value) emulator::any = 1;
    emulator::block.wait();
    const int result = static_cast<int>(emulator::any);
    emulator::block.wait();
    emulator::any = 0;
    emulator::block.wait();
    return result;
}
inline unsigned __ballot_sync(unsigned, bool value) {
    unsigned bits = 0;
    emulator::exchanged[threadIdx.x] = value;
    emulator::warp().wait();
    for (unsigned lane = 0; lane < 32; ++lane)
        bits |= static_cast<unsigned>(emulator::exchanged[threadIdx.x / 32 * 32 + lane]) << lane;
    emulator::warp().wait();
    return bits;
}
// Gives all lanes the sum, or the largest, of their values.
template <class Combine>
unsigned reduce(unsigned value, Combine combine) {
    emulator::exchanged[threadIdx.x] = value;
    emulator::warp().wait();
    for (unsigned lane = threadIdx.x / 32 * 32, end = lane + 32; lane < end; ++lane)
        if (lane != threadIdx.x) value = combine(value, static_cast<unsigned>(emulator::exchanged[lane]));
    emulator::warp().wait();
    return value;
}
inline unsigned __reduce_add_sync(unsigned, unsigned value) {
    return reduce(value, [](unsigned a, unsigned b) { return a + b; });
}
inline unsigned __reduce_max_sync(unsigned, unsigned value) {
    return reduce(value, [](unsigned a, unsigned b) { return std::max(a, b); });
}
inline void add_products(unsigned* sums, const uint2& row, const uint2& other_row, const uint2& column) {
    static uint2 given[1024][3];
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x - lane;
    given[threadIdx.x][0] = row, given[threadIdx.x][1] = other_row, given[threadIdx.x][2] = column;
    emulator::warp().wait();
    for (unsigned word = 0; word < 4; ++word)
        for (unsigned i = 0; i < 4; ++i) {
            const uint2& a = given[warp + lane / 4 * 4 + word][i / 2];
            const uint2& b = given[warp + lane % 4 * 8 + i % 2 * 4 + word][2];
            sums[i] += __builtin_popcount(a.x & b.x) + __builtin_popcount(a.y & b.y);
        }
    emulator::warp().wait();
}
template <class T>
T __shfl_sync(unsigned, T value, unsigned lane) {
    return emulator::exchange(value, lane);
}
template <class T>
T __shfl_xor_sync(unsigned, T value, unsigned step) {
    return emulator::exchange(value, threadIdx.x % 32 ^ step);
}
template <class T>
T atomicAdd(T* place, T value) {
    const T before = *place;
    *place += value;
    return before;
}
