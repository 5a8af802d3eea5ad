// The evolutionary search for codes that fit (Berghman, Goossens and Leus 2009): a population of codes is
// crossed and changed by chance for some generations, and every code that fits all answers on the way is
// kept.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "codes.hpp"
#include "dispatch.hpp"
#include "search.hpp"

namespace keypeg {

// How often each operator acts on a child, from 0 to 1.
struct Rates {
    double one_point;    // crossover at one point; the others are crossed at two
    double mutation;     // a random peg gets a random color
    double permutation;  // two pegs exchange their colors
    double inversion;    // the pegs between two places are reversed
};

// Makes codes by chance. The same seed gives the same codes on every machine.
//
// Without repeats every code stays legal: in a crossover the part of the father stays, and the pegs of the
// mother whose color it brought a second time get, in order, the colors that it drove out; a mutation to a
// color that the code already has exchanges the two pegs.
class Breeder {
  public:
    Breeder(const Variant& variant, const Rates& rates, std::uint64_t seed);

    void any_code(Color* out);
    void child(const Color* mother, const Color* father, Color* out);
    std::uint64_t below(std::uint64_t bound);  // a number from 0 to bound - 1

  private:
    bool happens(double rate);
    void cross(const Color* mother, const Color* father, Color* out);
    void repair(const Color* mother, std::size_t begin, std::size_t end, Color* out);
    void mutate(Color* code);

    Variant variant_;
    Rates rates_;
    std::size_t pegs_, colors_;
    std::mt19937_64 random_;
    std::vector<Color> palette_;
    std::vector<std::uint8_t> used_;
};

// How far a code is from fitting the turns.
class Misfits {
  public:
    struct Off {
        int blacks;  // the sum over all turns of how many blacks its answer is off
        int whites;
    };

    Misfits(const Variant& variant, const Turns& turns);

    Off operator()(const Color* code);

  private:
    static constexpr std::size_t kLanes = 16;  // turns side by side

    std::size_t pegs_, colors_, lanes_;
    std::vector<std::uint8_t> blacks_, whites_;          // the answers
    std::vector<std::uint8_t> black_step_, match_step_;  // by (peg, color) and by (color, times before)
    std::vector<std::uint8_t> seen_;                     // how often each color came so far
};

struct Evolution {
    std::size_t population;
    std::size_t generations;  // of one population
    std::size_t eligible;     // all ends with the generation that finds more codes that fit
    std::size_t harvest;      // a population ends with the generation that has brought so many of them
    std::size_t populations;  // one after the other, each begun anew
    std::size_t patience;  // all ends when so many populations in a row brought nothing, but some before did
    double black_weight;   // what a black too many or too few counts, where a white counts 1
    Rates rates;
};

struct Evolved {
    std::vector<Color> eligible;  // codes that fit every turn, as found, each once
    std::vector<Color> nearest;   // where there are none: of the codes seen, the first of those nearest to it
};

// Evolves populations until enough codes fit, see Evolution. What is nearest is never one of the guesses; it
// is empty only where every code seen was one.
//
// In each generation the codes are paired by chance, and each pair has two children. A child that is already
// in the population is replaced by a random code. Each child takes the place of the parent that is more like
// it, if it fits no worse (deterministic crowding): the population then doesn't crowd in one place, and the
// codes that it finds tell something about all that fit.
Evolved evolve(const Variant& variant, const Turns& turns, const Evolution& settings, std::uint64_t seed,
               const Watch& watch);

}  // namespace keypeg
