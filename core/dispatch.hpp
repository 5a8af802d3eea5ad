// Chooses the instruction set and shares work between threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <new>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "kernels.hpp"

namespace keypeg {

// The instruction sets in this build that this processor can run, the plainest first.
std::vector<const Kernels*> available_kernels();

// The set in use: the best one unless select_kernels was called. The choice never changes a result.
const Kernels& kernels();
void select_kernels(const std::string& name);

// How many threads a call with `threads` = 0 ("all cores") uses.
int thread_count(int threads);

// Called on the calling thread from time to time during the work; returning false stops the work.
using Watch = std::function<bool(std::size_t done, std::size_t total)>;

struct Interrupted {};

// Threads that are waited for, also if an exception leaves the scope. (Not every library has std::jthread.)
class Threads {
  public:
    Threads() = default;
    Threads(const Threads&) = delete;
    Threads& operator=(const Threads&) = delete;
    ~Threads() { join(); }

    // Starts another one; returns false if the system has no room for it, and throws if it has for none.
    template <class Work>
    bool start(Work&& work) {
        try {
            threads_.emplace_back(std::forward<Work>(work));
        } catch (const std::exception&) {  // of the system, or of the memory
            if (threads_.empty()) throw std::bad_alloc{};
            return false;
        }
        return true;
    }
    void join() {
        for (auto& thread : threads_) thread.join();
        threads_.clear();
    }

  private:
    std::vector<std::thread> threads_;
};

// Calls work(i, stop) once for each i below `total`, on up to `threads` threads; the calling thread watches.
// Throws Interrupted once the watch says stop; long-running work should check `stop` itself. Work that is not
// long runs inline.
using Stop = std::atomic<bool>;
void share_work(std::size_t total, int threads, bool is_long,
                const std::function<void(std::size_t, const Stop&)>& work, const Watch& watch);

}  // namespace keypeg
