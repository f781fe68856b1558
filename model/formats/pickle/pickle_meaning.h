#pragma once

#include "formats/pickle/pickle_values.h"

namespace loupe::pickle {

/// The role of an imported name when values are walked over and described.
enum class PickleRole : std::uint8_t {
    Other,
    Mapping, ///< dict and its subclasses
    Sequence, ///< list, tuple, set and subclasses
    Encode, ///< (text, encoding) -> bytes
    NumPy, ///< a constructor of NumPy's arrays or scalars
    Tensor, ///< makes a tensor of the library's own
};

/// The verdict on a name by a loader that imports only what is on its list.
enum class PickleTrust : std::uint8_t {
    Allowed,
    Refused, ///< harmless, but not on the loader's list
    Understood, ///< as Refused, but this program reads it as data
    Unknown, ///< code of unknown origin
    Script, ///< a class whose code is inside the file
};

/// Interprets the values in one library's pickles: which of them are tensors, and what imported names stand for. Each
/// call follows only a few references.
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

    /// The role of a Global, or of a value that represents one; Other for anything else.
    virtual PickleRole role(PickleId callee) const = 0;
    /// True if the value is a tensor, or refers to the values of one.
    virtual bool isTensor(PickleId id) const = 0;

private:
    const PickleValues& m_values;
};

} // namespace loupe::pickle
