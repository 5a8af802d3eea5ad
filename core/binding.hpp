// What the Python binding makes of its arguments and results: arrays in, arrays out. Everything is checked
// here, so that nothing passed from Python can make the core read outside its tables.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "codes.hpp"
#include "dispatch.hpp"
#include "search.hpp"
#include "tree.hpp"

namespace keypeg {

namespace nb = nanobind;

using VariantArg = std::tuple<int, int, bool>;  // pegs, colors, repeats
using CodesArg = nb::ndarray<const Color, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using BytesArg = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

inline constexpr std::size_t kMostListed = std::size_t{1} << 28;

inline Variant to_variant(const VariantArg& arg) {
    const auto [pegs, colors, repeats] = arg;
    if (pegs < 1 || pegs > kMaxPegs) throw nb::value_error("pegs out of range");
    if (colors < 1 || colors > kMaxColors) throw nb::value_error("colors out of range");
    if (!repeats && colors < pegs) throw nb::value_error("too few colors");
    return {pegs, colors, repeats};
}

// Throws if there are more codes to list than this.
inline void check_listable(const Variant& variant, std::size_t most) {
    double codes = 1;
    for (int peg = 0; peg < variant.pegs; ++peg) codes *= variant.colors - (variant.repeats ? 0 : peg);
    if (codes > static_cast<double>(most)) throw nb::value_error("too many codes");
}

inline void check_row(const Variant& variant, const Color* row) {
    bool used[kMaxColors + 1] = {};
    for (int peg = 0; peg < variant.pegs; ++peg) {
        if (row[peg] >= variant.colors) throw nb::value_error("color out of range");
        if (!variant.repeats && used[row[peg]]) throw nb::value_error("color repeats");
        used[row[peg]] = true;
    }
}

inline Codes to_codes(const Variant& variant, const CodesArg& arg) {
    if (arg.shape(1) != static_cast<std::size_t>(variant.pegs))
        throw nb::value_error("codes need a column a peg");
    const Codes codes{arg.data(), arg.shape(0), variant.pegs};
    for (std::size_t i = 0; i < codes.count; ++i) check_row(variant, codes[i]);
    return codes;
}

inline const Color* to_row(const Variant& variant, const BytesArg& arg) {
    if (arg.shape(0) != static_cast<std::size_t>(variant.pegs)) throw nb::value_error("not a code");
    check_row(variant, arg.data());
    return arg.data();
}

inline Turns to_turns(const Variant& variant, const CodesArg& guesses, const BytesArg& blacks,
                      const BytesArg& totals) {
    const Codes codes = to_codes(variant, guesses);
    if (blacks.shape(0) != codes.count || totals.shape(0) != codes.count)
        throw nb::value_error("each guess needs its blacks and its total");
    for (std::size_t i = 0; i < codes.count; ++i)
        if (totals.data()[i] > variant.pegs || blacks.data()[i] > totals.data()[i])
            throw nb::value_error("feedback out of range");
    return {codes, blacks.data(), totals.data()};
}

template <class T>
auto to_array(std::vector<T>&& values, std::size_t rows, std::size_t columns) {
    auto owned = std::make_unique<std::vector<T>>(std::move(values));
    T* data = owned->data();
    nb::capsule owner(owned.release(), [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return nb::ndarray<nb::numpy, T, nb::ndim<2>>(data, {rows, columns}, owner);
}

inline auto to_array(const Variant& variant, std::vector<Color>&& rows) {
    const auto pegs = static_cast<std::size_t>(variant.pegs);
    const std::size_t count = rows.size() / pegs;
    return to_array(std::move(rows), count, pegs);
}

inline auto to_arrays(const Variant& variant, TreeNodes&& nodes) {
    const std::size_t count = nodes.parents.size();
    return std::make_tuple(
        to_array(variant, std::move(nodes.guesses)), to_array(std::move(nodes.parents), count, 1),
        to_array(std::move(nodes.feedbacks), count, 1), to_array(std::move(nodes.wins), count, 1));
}

// Runs long work without the GIL. From time to time the calling thread reacquires it to check for Ctrl-C and
// to report progress; an exception from either ends the work and is passed on.
template <class Work>
auto unlocked(const nb::object& progress, Work&& work) {
    std::exception_ptr error;
    const Watch watch = [&](std::size_t done, std::size_t total) {
        const nb::gil_scoped_acquire lock;
        try {
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
            if (!progress.is_none() && total > 0) progress(done, total);
        } catch (...) {
            error = std::current_exception();
            return false;
        }
        return true;
    };
    try {
        const nb::gil_scoped_release release;
        return work(watch);
    } catch (const Interrupted&) {
        if (error) std::rethrow_exception(error);
        throw std::runtime_error("interrupted");
    }
}

// The exact search, and games played at once, as Python classes.
void bind_exact(nb::module_& m);
void bind_batch(nb::module_& m);

}  // namespace keypeg
