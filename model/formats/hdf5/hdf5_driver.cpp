#include "formats/hdf5/hdf5_driver.h"

#include <algorithm>

namespace loupe::hdf5 {

namespace {

constexpr const char* streamName = "stream";

/// Global, since the library passes no context to a driver that is opened by name. A process reads only one stream.
struct State {
    const Hdf5Stream* stream = nullptr;
    const IsolatedRead* read = nullptr;
    std::uint64_t claimedEnd = 0;
    bool capturing = false;
    std::optional<Hdf5Place> captured;
};
State state;

struct File {
    H5FD_t base; // the library's part, which must come first
    haddr_t allocated;
};

H5FD_t* openStream(const char* name, unsigned flags, hid_t, haddr_t)
{
    // Reject any other file: external links, external data, sources of virtual datasets.
    if (std::string_view(name) != streamName || (flags & H5F_ACC_RDWR) != 0)
        return nullptr;
    auto* const file = new (std::nothrow) File{};
    return file ? &file->base : nullptr;
}

herr_t closeStream(H5FD_t* file)
{
    delete reinterpret_cast<File*>(file);
    return 0;
}

herr_t query(const H5FD_t*, unsigned long* flags)
{
    if (flags)
        *flags = 0;
    return 0;
}

haddr_t allocatedEnd(const H5FD_t* file, H5FD_mem_t)
{
    return reinterpret_cast<const File*>(file)->allocated;
}

herr_t setAllocatedEnd(H5FD_t* file, H5FD_mem_t, haddr_t end)
{
    reinterpret_cast<File*>(file)->allocated = end;
    return 0;
}

haddr_t fileEnd(const H5FD_t*, H5FD_mem_t)
{
    return std::max(state.stream->size, state.claimedEnd);
}

herr_t readStream(H5FD_t*, H5FD_mem_t type, hid_t, haddr_t offset, std::size_t size, void* target)
{
    if (state.capturing && type == H5FD_MEM_DRAW) {
        state.captured = {offset, size};
        return 0;
    }
    return (*state.read)(offset, {static_cast<std::byte*>(target), size}) ? 0 : -1;
}

herr_t writeStream(H5FD_t*, H5FD_mem_t, hid_t, haddr_t, std::size_t, const void*)
{
    return -1;
}

H5FD_class_t driverClass()
{
    H5FD_class_t driver{};
    driver.name = "tensorloupe";
    driver.maxaddr = static_cast<haddr_t>(INT64_MAX);
    driver.fc_degree = H5F_CLOSE_WEAK;
    driver.open = openStream;
    driver.close = closeStream;
    driver.query = query;
    driver.get_eoa = allocatedEnd;
    driver.set_eoa = setAllocatedEnd;
    driver.get_eof = fileEnd;
    driver.read = readStream;
    driver.write = writeStream;
    return driver;
}

herr_t keepInnermost(unsigned number, const H5E_error2_t* error, void* target)
{
    if (number == 0 && error->desc)
        *static_cast<std::string*>(target) = error->desc;
    return 0;
}

} // namespace

Hdf5Handle openHdf5(const Hdf5Stream& stream, std::uint64_t claimedEnd, const IsolatedRead& read)
{
    static const H5FD_class_t driver = driverClass();
    state = {.stream = &stream, .read = &read, .claimedEnd = claimedEnd, .capturing = false, .captured = std::nullopt};
    H5dont_atexit();
    H5open();
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    H5PLset_loading_state(0);
    const Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS));
    H5Pset_driver(access, H5FDregister(&driver), nullptr);
    return Hdf5Handle(H5Fopen(streamName, H5F_ACC_RDONLY, access));
}

void startHdf5Capture()
{
    state.capturing = true;
    state.captured.reset();
}

std::optional<Hdf5Place> stopHdf5Capture()
{
    state.capturing = false;
    return state.captured;
}

std::string hdf5Error()
{
    std::string text;
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keepInnermost, &text);
    return text.empty() ? "no reason given" : text;
}

} // namespace loupe::hdf5
