#pragma once

#include "formats/shared/format.h"
#include "formats/tensorizer/encrypted_storage.h"
#include "formats/tensorizer/tensorizer_header.h"
#include "formats/tensorizer/tensorizer_keys.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace loupe::tensorizer {

/// Creates storages for encrypted tensors and for tensors without data. Reports them in findings and in
/// FileContent::encryption.
class TensorizerValues {
public:
    /// `secret` may be null. All arguments must outlive this object.
    TensorizerValues(const Source& source, const Work& work, FileContent& content, const Secret* secret);

    /// The storage of a tensor that has elements but no data, which are zeros. `bytes` is the size of the values.
    const Storage* zeros(std::uint64_t bytes);
    /// The storage of a tensor in an encrypted file. Null if its values are not encrypted. `header` is null if it could
    /// not be read; `data` may go beyond the file's end. Fails with Stopped.
    Result<const Storage*> encrypted(const Tensor& tensor, ByteRange data, const TensorizerHeader* header);
    /// Call this after all tensors. Fails as Source does.
    Result<> finish(bool isEncrypted);

private:
    const Storage* locked(ErrorCode code, std::string why);
    const Storage* withoutSecret();
    Result<const Storage*> withKey(const Tensor& tensor, ByteRange data, const TensorizerHeader& header);
    Result<std::optional<bool>> tryKey() const;
    void add(Finding finding) { m_content.findings.add(std::move(finding)); }
    void refuse(const Tensor& tensor, std::string_view code, std::string what, std::string_view refusedAs,
        std::uint64_t offset);

    const Source& m_source;
    const Work& m_work;
    FileContent& m_content;
    std::optional<TensorizerKeys> m_keys; ///< nothing if there is no secret, or if this build cannot decrypt
    const Storage* m_zeros = nullptr;
    const Storage* m_withoutSecret = nullptr;
    std::vector<const TensorizerEncryptedStorage*> m_encrypted;
    std::uint64_t m_emptyTensors = 0;
    std::uint64_t m_emptyBytes = 0; ///< total size of all values without data
    bool m_takesPassphrase = false;
    bool m_keyFailed = false;
};

} // namespace loupe::tensorizer
