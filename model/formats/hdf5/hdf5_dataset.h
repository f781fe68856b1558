#pragma once

#include "formats/hdf5/hdf5_records.h"
#include "formats/shared/isolated.h"

#include <hdf5.h>

namespace loupe::hdf5 {

/// Sends a dataset as a tensor with the position of its bytes, as skipped, or as a failure. `chunksLeft` is the number
/// of chunks of the file that may still be sent.
void sendHdf5Dataset(
    hid_t dataset, const std::string& path, std::uint64_t address, std::uint64_t& chunksLeft, const IsolatedSend& send);

/// Sends the attributes of an object, up to `bytesLeft` bytes.
void sendHdf5Attributes(hid_t object, const std::string& path, std::uint64_t& bytesLeft, const IsolatedSend& send);

template <typename Fields>
void sendHdf5(Hdf5RecordKind kind, const Fields& record, const IsolatedSend& send)
{
    Hdf5RecordWriter writer(kind);
    fields(writer, record);
    send(writer.take());
}

} // namespace loupe::hdf5
