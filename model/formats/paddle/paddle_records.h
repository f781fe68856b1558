#pragma once

#include "formats/numpy/numpy_header.h"
#include "formats/pickle/pickle_meaning.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe::paddle {

/// An array as NumPy pickles it.
struct PaddleArray {
    numpy::NpyType type;
    std::vector<std::uint64_t> shape;
    bool columnMajor = false;
    bool asText = false; ///< each byte is a character of `data`, which is UTF-8
    std::string_view data; ///< points into the stream, or to a copy
};

/// Interprets pickled values of NumPy and Paddle.
class PaddleRecords : public pickle::PickleMeaning {
public:
    /// `stream` is the pickle that the values were read from.
    PaddleRecords(const pickle::PickleValues& values, std::string_view stream)
        : pickle::PickleMeaning(values)
        , m_values(values)
        , m_stream(stream)
    {
    }

    pickle::PickleRole role(pickle::PickleId callee) const override;
    bool isTensor(pickle::PickleId id) const override { return find(id).array != pickle::PickleValues::none; }

    /// The array of a tensor. If the record is broken, returns nothing and sets `problem` to the reason.
    std::optional<PaddleArray> array(pickle::PickleId id, std::string& problem) const;
    /// A second name that Paddle gave a tensor in addition to its key; empty if there is none.
    std::string_view parameterName(pickle::PickleId id) const { return find(id).name; }
    /// The numbers of a shape: non-negative integers, at most 64.
    std::optional<std::vector<std::uint64_t>> counts(pickle::PickleId list) const;

    /// The verdict of paddle.load on a name.
    static pickle::PickleTrust trust(std::string_view module, std::string_view name);

private:
    /// A call that makes an array, with its wrappers.
    struct Found {
        pickle::PickleId array = pickle::PickleValues::none;
        std::string_view name;
    };
    Found find(pickle::PickleId id) const;
    /// The next value to look at to find the array that `id` is or wraps; `id` itself if it is a call that makes an
    /// array.
    pickle::PickleId inner(pickle::PickleId id, std::string_view& name) const;
    std::optional<numpy::NpyType> type(pickle::PickleId dtype) const;
    bool takeData(pickle::PickleId data, PaddleArray& array) const;

    const pickle::PickleValues& m_values;
    std::string_view m_stream;
};

} // namespace loupe::paddle
