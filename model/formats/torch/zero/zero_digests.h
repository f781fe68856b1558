#pragma once

#include "formats/torch/torch_layout.h"
#include "formats/torch/zero/zero_piece.h"

#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace loupe::torch {

/// The CRC-32 of the members that tensors of a checkpoint of many files lie in. What lies in several members has the
/// CRC-32 of all of them, one after the other. May throw std::bad_alloc.
class ZeroDigests {
public:
    void setMain(const std::string& name, std::vector<TorchMember> members);
    /// Files are added in the order of their numbers, from 1 on.
    void addFile(const std::string& name, std::shared_ptr<const Source> source, std::vector<TorchMember> members);
    /// `storage`: of a tensor of these pieces.
    void add(const Storage* storage, const std::vector<ZeroPiece>& pieces);
    /// Sets the digests of all files. The tensors are sorted.
    void state(FileContent& content) const;

private:
    struct File {
        std::shared_ptr<const Source> source; ///< null for the main one
        std::vector<TorchMember> members; ///< by their begins
    };
    struct Part {
        std::uint32_t file = 0;
        const TorchMember* member = nullptr;

        bool operator==(const Part& other) const = default;
        bool operator<(const Part& other) const { return std::tie(file, member) < std::tie(other.file, other.member); }
    };

    const TorchMember* memberAt(std::uint32_t file, std::uint64_t begin) const;
    zip::ZipStatement statementOf(const Tensor& tensor) const;
    std::shared_ptr<const zip::ZipDigest> joined(const std::vector<Part>& parts);

    std::vector<File> m_files = std::vector<File>(1);
    std::map<std::vector<Part>, std::shared_ptr<const zip::ZipDigest>> m_joined;
    std::unordered_map<const Storage*, zip::ZipStatement> m_statements;
};

} // namespace loupe::torch
