#pragma once

#include "formats/hdf5/hdf5_stream.h"

#include <string>
#include <utility>

#include <hdf5.h>

namespace loupe::hdf5 {

// What uses the library is run by runIsolated() alone: it crashes on hostile files, and knows no threads.

/// An object of the library's, let go at the end.
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

/// Where the library asked for bytes.
struct Hdf5Place {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
};

/// Opens the stream through a driver of ours: there is no way for the library to open another file, to lock or to write
/// one, or to load code. `claimedEnd`: of the file, as its superblock has it; what is missing up to there cannot be
/// read, but does not keep the library from opening the rest. Once in a process.
Hdf5Handle openHdf5(const Hdf5Stream& stream, std::uint64_t claimedEnd);

/// From here to stopHdf5Capture(), raw data that the library asks for is not read.
void startHdf5Capture();
/// The place that was asked for, if one was.
std::optional<Hdf5Place> stopHdf5Capture();

/// What the library says went wrong last, in its own words.
std::string hdf5Error();

} // namespace loupe::hdf5
