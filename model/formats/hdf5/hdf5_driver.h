#pragma once

#include "formats/hdf5/hdf5_stream.h"
#include "formats/shared/isolated.h"

#include <string>
#include <utility>

#include <hdf5.h>

namespace loupe::hdf5 {

// Only code inside runIsolated() may use the library: it crashes on hostile files and is not thread-safe.

/// Owns an object of the library.
class Hdf5Handle {
public:
    explicit Hdf5Handle(hid_t id = H5I_INVALID_HID)
        : m_id(id)
    {
    }
    ~Hdf5Handle()
    {
        if (m_id >= 0)
            H5Idec_ref(m_id);
    }
    Hdf5Handle(Hdf5Handle&& other) noexcept
        : m_id(std::exchange(other.m_id, H5I_INVALID_HID))
    {
    }
    Hdf5Handle& operator=(Hdf5Handle&& other) noexcept
    {
        std::swap(m_id, other.m_id);
        return *this;
    }
    operator hid_t() const { return m_id; }
    explicit operator bool() const { return m_id >= 0; }

private:
    hid_t m_id;
};

/// A range that the library asked to read.
struct Hdf5Place {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
};

/// Opens the stream through our own driver, so that the library cannot open, lock or write another file, or load code.
/// `claimedEnd` is the end of the file that its superblock states. Missing bytes before it cannot be read, but do not
/// keep the library from opening the rest. `read` provides the stream's bytes. Call this only once per process.
Hdf5Handle openHdf5(const Hdf5Stream& stream, std::uint64_t claimedEnd, const IsolatedRead& read);

/// From now until stopHdf5Capture(), records requests of the library for raw data instead of reading it.
void startHdf5Capture();
/// Ends the capture and returns the range that the library requested, if any.
std::optional<Hdf5Place> stopHdf5Capture();

/// The library's description of its last error.
std::string hdf5Error();

} // namespace loupe::hdf5
