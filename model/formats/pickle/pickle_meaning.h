#pragma once

#include "formats/pickle/pickle_values.h"

namespace loupe::pickle {

/// What a name stands for that a pickle imports, as far as it matters for walking over values and telling of them.
enum class PickleRole : std::uint8_t {
    Other,
    Mapping, ///< dict and what is one
    Sequence, ///< list, tuple, set and what is one
    Encode, ///< (text, encoding) -> bytes
    NumPy, ///< what NumPy's arrays and scalars are made with
    Tensor, ///< makes a tensor of a library's own
};

/// How a loader that does not import whatever it is told answers to a name.
enum class PickleTrust : std::uint8_t {
    Allowed,
    Refused, ///< harmless, but not on its list
    Unknown, ///< code of a stranger
    Script, ///< a class whose code is in the file
};

/// The meaning of the values of one library's pickles: which of them are its tensors, and what its names are. Nothing
/// here follows more than a few references.
class PickleMeaning {
public:
    explicit PickleMeaning(const PickleValues& values)
        : m_values(values)
    {
    }
    virtual ~PickleMeaning() = default;
    PickleMeaning(const PickleMeaning&) = delete;
    PickleMeaning& operator=(const PickleMeaning&) = delete;

    const PickleValues& values() const { return m_values; }

    /// Of a Global, or of what stands for one; Other of anything else.
    virtual PickleRole role(PickleId callee) const = 0;
    /// Whether the value is a tensor, or refers to the values of one.
    virtual bool isTensor(PickleId id) const = 0;

private:
    const PickleValues& m_values;
};

} // namespace loupe::pickle
