// A small, fast source of random numbers (splitmix64) that gives the same numbers on every machine.
#pragma once

#include <cstddef>
#include <cstdint>

namespace keypeg {

class Source {
  public:
    explicit Source(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t z = (state_ += 0x9E3779B97F4A7C15);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }
    std::size_t below(std::size_t limit) { return static_cast<std::size_t>(((next() >> 32) * limit) >> 32); }
    double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  private:
    std::uint64_t state_;
};

}  // namespace keypeg
