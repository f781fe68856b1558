#pragma once

#include "core/name_hash.h"
#include "formats/onnx/onnx_tensor.h"
#include "formats/onnx/onnx_types.h"
#include "formats/shared/format.h"
#include "formats/shared/shape_store.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace loupe::onnx {

/// The exception that the reference's checker raises.
inline constexpr std::string_view onnxInvalid = "ValidationError";

/// Makes tensors from a model's descriptions of them. Their bytes are in the model's own file or in other files. May
/// throw std::bad_alloc.
class OnnxLayout {
public:
    OnnxLayout(FileContent& content, std::uint64_t fileSize)
        : m_content(content)
        , m_fileSize(fileSize)
    {
    }

    /// Adds a tensor, and findings if its bytes do not match its type and shape. For a tensor of strings, adds only a
    /// note.
    void place(std::string_view name, const OnnxTensor& tensor);
    /// Sorts the tensors, and declares everything else in the file to be header.
    void finish();

    /// The checksums that the model states for its companions, by index; empty if it states none.
    const std::vector<std::string>& checksums() const { return m_checksums; }

private:
    struct Wanted {
        Tensor& tensor;
        const OnnxTensor& described;
        const OnnxType& type;
        std::uint64_t bytes = 0; ///< required by type and shape
    };

    Tensor& add(std::string_view name, const OnnxTensor& described, DType dtype, std::string_view typeName);
    void placeBytes(const Wanted& wanted);
    void placeNumbers(const Wanted& wanted, const OnnxNumbers& numbers);
    void placeAttribute(const Wanted& wanted);
    void placeExternal(const Wanted& wanted);
    std::optional<std::uint32_t> companionAt(const std::string& path, const std::string& checksum);
    void checkSize(const Wanted& wanted, std::uint64_t least, std::uint64_t most, std::string_view unit);
    void report(
        std::string_view name, const OnnxTensor& described, Severity severity, std::string_view code, std::string what);
    void refuse(const Wanted& wanted, std::string_view code, std::string what)
    {
        report(wanted.tensor.name, wanted.described, Severity::Error, code, std::move(what));
    }
    void addHeaders();

    FileContent& m_content;
    std::uint64_t m_fileSize;
    ShapeStore m_shapes;
    NameMap<std::string, std::uint32_t> m_companions; ///< path -> index
    std::vector<std::string> m_checksums;
    std::unordered_map<std::uint32_t, const Storage*> m_numbers; ///< by OnnxTensor::attributeField
    const Storage* m_zeros = nullptr;
};

} // namespace loupe::onnx
