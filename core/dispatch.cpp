#include "dispatch.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "compiler.hpp"

#ifdef __linux__
#include <sched.h>
#endif

namespace keypeg {

std::vector<const Kernels*> available_kernels() {
    std::vector<const Kernels*> sets{&kernels_plain};
#if KEYPEG_X86
    const Processor here = processor();
    if (here.avx2) sets.push_back(&kernels_avx2);
    if (here.avx512bw) sets.push_back(&kernels_avx512bw);
    if (here.avx512) sets.push_back(&kernels_avx512);
#elif KEYPEG_ARM64
    sets.push_back(&kernels_neon);  // which every such processor has
#endif
    return sets;
}

namespace {
std::atomic<const Kernels*> selected{nullptr};
}

const Kernels& kernels() {
    const Kernels* set = selected.load(std::memory_order_relaxed);
    if (!set) selected.store(set = available_kernels().back(), std::memory_order_relaxed);
    return *set;
}

void select_kernels(const std::string& name) {
    for (const Kernels* set : available_kernels())
        if (name == set->name) return selected.store(set, std::memory_order_relaxed);
    throw std::invalid_argument("this processor or build has no instruction set '" + name + "'");
}

int thread_count(int threads) {
    if (threads > 0) return std::min(threads, 256);
#ifdef __linux__
    cpu_set_t allowed;  // by taskset, Slurm or a container, perhaps fewer than there are
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return std::min(CPU_COUNT(&allowed), 256);
#endif
    const unsigned cores = std::thread::hardware_concurrency();
    return cores == 0 ? 1 : static_cast<int>(cores);
}

void share_work(std::size_t total, int threads, bool is_long,
                const std::function<void(std::size_t, const Stop&)>& work, const Watch& watch) {
    if (!is_long || (threads == 1 && !watch)) {
        const Stop never{false};
        for (std::size_t i = 0; i < total; ++i) work(i, never);
        return;
    }
    std::atomic<std::size_t> next{0}, done{0};
    std::atomic<bool> stop{false};
    std::mutex mutex;
    std::condition_variable ended;
    int running = thread_count(threads);
    std::exception_ptr failure;
    auto run = [&] {
        try {
            for (std::size_t i; !stop && (i = next.fetch_add(1)) < total; done.fetch_add(1)) work(i, stop);
        } catch (...) {
            const std::lock_guard lock(mutex);
            failure = std::current_exception();
            stop = true;
        }
        const std::lock_guard lock(mutex);
        if (--running == 0) ended.notify_one();
    };
    Threads pool;
    int started = 0;
    const int wanted = running;
    while (started < wanted && pool.start(run)) ++started;
    {
        std::unique_lock lock(mutex);
        running -= wanted - started;
        while (!ended.wait_for(lock, std::chrono::milliseconds(50), [&] { return running == 0; })) {
            lock.unlock();
            if (watch && !stop && !watch(done, total)) stop = true;
            lock.lock();
        }
    }
    pool.join();
    if (failure) std::rethrow_exception(failure);
    if (stop) throw Interrupted{};  // even if the last shares were finished by then
    if (watch && !watch(total, total)) throw Interrupted{};
}

}  // namespace keypeg
