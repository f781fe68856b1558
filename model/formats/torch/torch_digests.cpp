#include "formats/torch/torch_digests.h"

#include "core/source.h"
#include "formats/shared/out_of_memory.h"
#include "formats/zip/stated_bytes.h"

#include <algorithm>
#include <iterator>

namespace loupe::torch {

struct TorchDigests::Files {
    ReadArchiveDigests readArchive;
    std::vector<DigestedFile> files; ///< once they are stated, the stretches of each are sorted by begin

    const DigestedStretch* at(Place place) const
    {
        if (place.first >= files.size())
            return nullptr;
        const auto& stretches = files[place.first].stretches;
        const auto after = std::ranges::upper_bound(
            stretches, place.second, {}, [](const DigestedStretch& stretch) { return stretch.range.begin; });
        return after == stretches.begin() || place.second >= std::prev(after)->range.end ? nullptr : &*std::prev(after);
    }
};

namespace {

/// One stretch that holds bytes of a tensor.
struct StretchStatement {
    std::uint32_t file = 0;
    bool isPart = false; ///< a member holds more than the tensor
    const DigestedStretch* stretch = nullptr;
};

/// The digests of the tensors of one file.
class TorchDigestStatements : public DigestStatements {
public:
    TorchDigestStatements(std::shared_ptr<const void> keeper, const ReadArchiveDigests& readArchive,
        const std::vector<DigestedFile>& files, std::vector<std::vector<StretchStatement>> byTensor)
        : m_keeper(std::move(keeper))
        , m_readArchive(readArchive)
        , m_files(files)
        , m_byTensor(std::move(byTensor))
    {
    }

    Result<StatedDigests> of(const Source& source, std::uint32_t tensor) const override
    {
        return orOutOfMemory(source, [&]() -> Result<StatedDigests> {
            StatedDigests all;
            for (const StretchStatement& statement : m_byTensor[tensor]) {
                auto stated = statedOf(statement);
                if (!stated)
                    return stated;
                if (stated->digests.empty())
                    return StatedDigests{}; // the other digests do not cover the whole tensor
                for (StatedDigest& digest : stated->digests) {
                    digest.file = m_files[statement.file].name;
                    digest.offset = statement.stretch->values;
                    all.digests.push_back(std::move(digest));
                }
            }
            return all;
        });
    }

private:
    Result<StatedDigests> statedOf(const StretchStatement& statement) const
    {
        const DigestedStretch& stretch = *statement.stretch;
        if (!stretch.member)
            return m_readArchive(m_files[statement.file], stretch);
        const zip::ZipDigest& member = *stretch.member;
        return StatedDigests{.before = {},
            .digests = {{.digest = crcDigest(member.crc),
                .whole = statement.isPart ? member.member : std::string(),
                .bytes = member.content}}};
    }

    std::shared_ptr<const void> m_keeper; ///< keeps the members below alive
    const ReadArchiveDigests& m_readArchive;
    const std::vector<DigestedFile>& m_files;
    std::vector<std::vector<StretchStatement>> m_byTensor;
};

} // namespace

void DigestedFile::add(const std::vector<TorchMember>& members)
{
    for (const TorchMember& member : members) {
        auto digest = member.digest;
        if (source) {
            auto own = std::make_shared<zip::ZipDigest>(*digest);
            own->content = std::make_shared<const zip::OtherStatedBytes>(source, std::move(own->content));
            digest = std::move(own);
        }
        stretches.push_back({.range = member.range, .values = member.range.begin, .member = std::move(digest)});
    }
}

TorchDigests::TorchDigests(ReadArchiveDigests readArchive)
    : m_files(std::make_shared<Files>())
{
    m_files->readArchive = std::move(readArchive);
}

DigestedFile& TorchDigests::file(std::uint32_t number)
{
    if (number >= m_files->files.size())
        m_files->files.resize(std::size_t{number} + 1);
    return m_files->files[number];
}

void TorchDigests::add(const Storage* storage, std::vector<Place> places)
{
    m_places[storage] = std::move(places);
}

void TorchDigests::state(FileContent& content)
{
    for (DigestedFile& file : m_files->files) {
        file.stretches.shrink_to_fit();
        std::ranges::sort(file.stretches, {}, [](const DigestedStretch& stretch) { return stretch.range.begin; });
    }
    const std::shared_ptr<const Files> files = std::move(m_files);
    const auto statementsOf = [&](const Tensor& tensor) {
        std::vector<StretchStatement> statements;
        const auto known = m_places.find(tensor.storage);
        if (tensor.storage && known != m_places.end()) {
            for (const Place& place : known->second) {
                const DigestedStretch* const stretch = files->at(place);
                if (!stretch)
                    return std::vector<StretchStatement>();
                if (statements.empty() || statements.back().stretch != stretch)
                    statements.push_back({place.first, true, stretch});
            }
        } else if (const DigestedStretch* const stretch = files->at({tensor.file, tensor.bytes.begin});
                   stretch && tensor.bytes.end <= stretch->range.end) {
            statements.push_back(
                {tensor.file, tensor.storage || tensor.bytes.size() != stretch->range.size(), stretch});
        }
        return statements;
    };
    std::vector<std::vector<std::vector<StretchStatement>>> byFile(content.companions.size() + 1);
    for (const Tensor& tensor : content.tensors)
        byFile[tensor.file].push_back(statementsOf(tensor));
    for (std::size_t file = 0; file < byFile.size(); ++file) {
        auto& digests = file == 0 ? content.digests : content.companions[file - 1].digests;
        const bool isAny =
            std::ranges::any_of(byFile[file], [](const auto& statements) { return !statements.empty(); });
        digests = isAny ? std::make_shared<const TorchDigestStatements>(
                      files, files->readArchive, files->files, std::move(byFile[file]))
                        : nullptr;
    }
}

} // namespace loupe::torch
