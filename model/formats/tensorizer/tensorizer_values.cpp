#include "formats/tensorizer/tensorizer_values.h"

#include "core/checked_math.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/storages/zeros_storage.h"

#include <algorithm>
#include <array>
#include <utility>

namespace loupe::tensorizer {

namespace {

constexpr std::string_view notEncryptedAs = "CryptographyError";

} // namespace

TensorizerValues::TensorizerValues(const Source& source, const Work& work, FileContent& content, const Secret* secret)
    : m_source(source)
    , m_work(work)
    , m_content(content)
{
    if (secret && canDecryptTensorizer())
        m_keys.emplace(*secret);
}

const Storage* TensorizerValues::zeros(std::uint64_t bytes)
{
    ++m_emptyTensors;
    m_emptyBytes = saturatingAdd(m_emptyBytes, bytes);
    if (!m_zeros) {
        m_content.storages.push_back(std::make_shared<const ZerosStorage>());
        m_zeros = m_content.storages.back().get();
    }
    return m_zeros;
}

const Storage* TensorizerValues::locked(ErrorCode code, std::string why)
{
    m_content.storages.push_back(std::make_shared<const TensorizerLockedStorage>(code, std::move(why)));
    return m_content.storages.back().get();
}

const Storage* TensorizerValues::withoutSecret()
{
    if (!m_withoutSecret) {
        m_withoutSecret = locked(ErrorCode::Unsupported,
            canDecryptTensorizer() ? "is encrypted, expected the key or passphrase that opens it"
                                   : "is encrypted, which this build of the program cannot open: it has no libsodium");
    }
    return m_withoutSecret;
}

Result<const Storage*> TensorizerValues::encrypted(const Tensor& tensor, ByteRange data, const TensorizerHeader* header)
{
    if (!header)
        return locked(ErrorCode::Malformed, "is encrypted, and its header, which says how, cannot be read");
    const TensorizerCrypt& crypt = header->crypt;
    m_takesPassphrase = m_takesPassphrase || crypt.derivation.has_value();
    const bool isFaulty =
        std::ranges::any_of(header->faults, [](const TensorizerFault& fault) { return fault.code == "crypt-info"; });
    if (isFaulty)
        return locked(ErrorCode::Malformed, "is encrypted, and the encryption fields of its header are invalid");
    if (!crypt.isEncrypted) {
        refuse(tensor, "not-encrypted", "is not encrypted, though its file claims to be", notEncryptedAs,
            header->cryptBlock.begin);
        return nullptr;
    }
    const std::uint64_t pieces =
        crypt.isOnePiece ? 1 : data.size() / crypt.pieceBytes + (data.size() % crypt.pieceBytes != 0);
    if (crypt.macCount != pieces) {
        refuse(tensor, "mac-count",
            "has " + counted(crypt.macCount, "MAC") + ", expected one for each of its "
                + counted(pieces, "encrypted piece"),
            notEncryptedAs, header->cryptBlock.begin);
        return locked(ErrorCode::Malformed, "is encrypted, and has not as many MACs as pieces");
    }
    return m_keys ? withKey(tensor, data, *header) : Result<const Storage*>(withoutSecret());
}

Result<const Storage*> TensorizerValues::withKey(const Tensor& tensor, ByteRange data, const TensorizerHeader& header)
{
    auto key = m_keys->keyOf(header.crypt, m_work);
    if (!key) {
        if (key.error().code == ErrorCode::Stopped)
            return fail(std::move(key.error()));
        // Report only the first tensor: usually, all have the same problem.
        if (!std::exchange(m_keyFailed, true)) {
            add({.code = "key",
                .message = "tensor " + quote(tensor.name) + " is encrypted: " + key.error().message,
                .offset = header.cryptBlock.begin,
                .tensor = std::string(tensor.name),
                .aboutTensor = true});
        }
        return locked(key.error().code, "is encrypted: " + key.error().message);
    }
    auto storage = std::make_shared<const TensorizerEncryptedStorage>(data, header.crypt, std::move(*key));
    if (data.end <= m_source.size())
        m_encrypted.push_back(storage.get());
    m_content.storages.push_back(std::move(storage));
    return m_content.storages.back().get();
}

/// Whether the key opens any of the tensors with the smallest pieces; nothing if all pieces are too large to try.
Result<std::optional<bool>> TensorizerValues::tryKey() const
{
    constexpr std::size_t most = 3;
    constexpr std::uint64_t largest = std::uint64_t{64} << 20; // opening a file should read only little of it
    std::array<const TensorizerEncryptedStorage*, most> tried{};
    const auto end = std::partial_sort_copy(m_encrypted.begin(), m_encrypted.end(), tried.begin(), tried.end(),
        [](const auto* a, const auto* b) { return a->pieceBytes() < b->pieceBytes(); });
    for (auto storage = tried.begin(); storage != end; ++storage) {
        if ((*storage)->pieceBytes() > largest)
            return storage == tried.begin() ? std::nullopt : std::optional(false);
        const auto opened = (*storage)->opens(m_source);
        if (!opened)
            return fail(opened.error());
        if (*opened)
            return true;
    }
    return m_encrypted.empty() ? std::nullopt : std::optional(false);
}

Result<> TensorizerValues::finish(bool isEncrypted)
{
    if (m_emptyTensors > 0) {
        constexpr std::uint64_t large = std::uint64_t{1} << 40;
        add({.severity = m_emptyBytes > large ? Severity::Warning : Severity::Note,
            .code = "tensor-without-data",
            .message = counted(m_emptyTensors, "tensor") + (m_emptyTensors == 1 ? " has" : " have")
                + " a shape and no data, and " + (m_emptyTensors == 1 ? "reads" : "read") + " as "
                + formatBytes(m_emptyBytes) + " of zeros"});
    }
    if (!isEncrypted)
        return {};
    Encryption& encryption = m_content.encryption.emplace();
    encryption.takesPassphrase = m_takesPassphrase;
    const std::string needs =
        m_takesPassphrase ? "the passphrase or the key (--passphrase-file, --key-file)" : "the key (--key-file)";
    if (!canDecryptTensorizer()) {
        encryption.state = Encryption::State::Unsupported;
        add({.severity = Severity::Warning,
            .code = "encrypted",
            .message = "the values are encrypted, and this build of the program cannot decrypt: it has no libsodium"});
        return {};
    }
    if (!m_keys || (m_keyFailed && m_encrypted.empty())) {
        encryption.state = m_keys ? Encryption::State::WrongSecret : Encryption::State::Locked;
        add({.severity = Severity::Note,
            .code = "encrypted",
            .message = "the values are encrypted; to read them, give " + needs});
        return {};
    }
    const auto opened = tryKey();
    if (!opened)
        return fail(opened.error());
    encryption.state = opened->value_or(true) ? Encryption::State::Open : Encryption::State::WrongSecret;
    if (opened->value_or(true))
        add({.severity = Severity::Note,
            .code = "encrypted",
            .message = *opened ? "the values are encrypted, the key opens them"
                               : "the values are encrypted; whether the key opens them shows where they are read"});
    else
        add({.code = "key-wrong",
            .message = "the values are encrypted, and the key or passphrase that was given does not open them"});
    return {};
}

void TensorizerValues::refuse(
    const Tensor& tensor, std::string_view code, std::string what, std::string_view refusedAs, std::uint64_t offset)
{
    add({.code = code,
        .message = "tensor " + quote(tensor.name) + ' ' + std::move(what),
        .refusedAs = refusedAs,
        .offset = offset,
        .tensor = std::string(tensor.name),
        .aboutTensor = true});
}

} // namespace loupe::tensorizer
