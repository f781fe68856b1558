#pragma once

#include "core/name_hash.h"
#include "formats/shared/format.h"
#include "formats/shared/shape_store.h"
#include "formats/shared/truncation.h"
#include "formats/storages/affine_storage.h"
#include "formats/tflite/tflite_model.h"

#include <array>

namespace loupe::tflite {

/// Makes tensors from a model's descriptions of them. May throw std::bad_alloc.
class TfliteLayout {
public:
    TfliteLayout(FileContent& content, FlatBuffer& buffer)
        : m_content(content)
        , m_buffer(buffer)
        , m_truncation(buffer.size())
        , m_scalesLeft(mostScales)
    {
    }

    /// Adds a tensor, and findings if its bytes or scales do not match its type and shape. For a tensor of strings,
    /// adds only a note.
    void place(const TfliteTensor& tensor);
    /// Sorts the tensors, and declares everything else in the file to be header.
    void finish();

private:
    /// The maximum number of scales that are checked when a file is opened, since many tensors may share one vector.
    static constexpr std::uint64_t mostScales = std::uint64_t{4} << 20;

    void placeBytes(Tensor& tensor, const TfliteTensor& described, std::uint64_t needed);
    void placeExternal(Tensor& tensor, const TfliteTensor& described, std::uint64_t needed);
    std::optional<std::uint32_t> companionAt(const std::string& path);
    void setValues(Tensor& tensor, const TfliteTensor& described, const TfliteType& type);
    std::optional<std::variant<TensorScale, ChannelScales>> scalesOf(
        const TfliteTensor& described, const TfliteQuantization& quantization);
    void checkScales(const TfliteTensor& described, FlatVector scales);
    const Storage* unpackedNumbers(const TfliteType& type);
    template <typename Made>
    const Storage* keep(std::shared_ptr<const Made> storage);
    void report(const TfliteTensor& described, Severity severity, std::string_view code, std::string what,
        bool isRefused, std::optional<std::uint64_t> offset = {});

    FileContent& m_content;
    FlatBuffer& m_buffer;
    ShapeStore m_shapes;
    Truncation m_truncation;
    NameMap<std::string, std::uint32_t> m_companions; ///< path -> index
    std::array<const Storage*, 256> m_unpacked{}; ///< by the type's index in its table
    std::uint64_t m_scalesLeft;
};

} // namespace loupe::tflite
