// Sets of candidates up to a renaming of pegs and colors.
#pragma once

#include <array>
#include <cstdint>

#include "codes.hpp"
#include "kernels.hpp"
#include "sets.hpp"

namespace keypeg {

// Renames the pegs and colors of a set so that sets which are equal up to a renaming usually get the same
// key. Sets with the same key are always equal up to a renaming.
class Renamed {
  public:
    Renamed(const ExactTables& tables, const Part& set);

    const SetKey& key() const { return key_; }

    // Translates a guess for the set into one for the renamed set, and back.
    std::uint16_t forth(std::uint16_t guess) const;
    std::uint16_t back(std::uint16_t guess) const;

  private:
    using PegHashes = std::array<std::uint64_t, kMostCompiledPegs>;
    using ColorHashes = std::array<std::uint64_t, kMaxColors>;

    void refine();

    const ExactTables& tables_;
    const Part& set_;
    std::size_t pegs_, colors_;
    PegHashes peg_hash_;
    ColorHashes color_hash_;
    std::array<std::uint8_t, kMostCompiledPegs> peg_to_;
    std::array<std::uint8_t, kMaxColors> color_to_;
    SetKey key_;
};

}  // namespace keypeg
