#pragma once

#include "core/checkpoint.h"
#include "core/work.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

enum class ChangeKind : std::uint8_t { Renamed, Cast, Deleted, MetadataSet, MetadataRemoved };

/// One thing that a save would make different. Texts live as long as the edits that gave them, unchanged.
struct Change {
    ChangeKind kind = ChangeKind::Renamed;
    std::uint32_t tensor = 0; ///< of the checkpoint; 0 if the change is about metadata
    std::string_view subject; ///< the tensor's name in the checkpoint, or the metadata's key
    std::optional<std::string_view> before; ///< name, dtype or value; nothing if a key is added
    std::optional<std::string_view> after; ///< nothing if it goes
    std::optional<DType> dtype = {}; ///< of Cast: the one after it
};

/// How many tensors, or keys, are changed in each way. A deleted tensor counts as that alone.
struct ChangeTotals {
    std::uint64_t renamed = 0;
    std::uint64_t cast = 0;
    std::uint64_t deleted = 0;
    std::uint64_t metadata = 0;

    std::uint64_t ofTensors() const { return renamed + cast + deleted; }
    std::uint64_t all() const { return ofTensors() + metadata; }
    bool operator==(const ChangeTotals&) const = default;
};

/// How many bytes of a file tensors take now and once they are saved: those of them that are cast or deleted.
struct SizeChange {
    std::uint64_t before = 0;
    std::uint64_t after = 0;
    std::uint64_t deletedElements = 0;

    void add(const SizeChange& other);
    bool isEmpty() const { return before == after; }
    /// Once it is saved, of tensors that have this many bytes now, these among them.
    std::uint64_t saved(std::uint64_t now) const;
};

/// What is staged about one tensor.
struct TensorEdit {
    std::optional<std::string_view> name;
    std::optional<DType> dtype;
    bool isDeleted = false;

    bool any() const { return name || dtype || isDeleted; }
};

/// How `edit` changes the size of one tensor.
SizeChange sizeChange(const Tensor& tensor, const TensorEdit& edit);

/// The same while it is being changed.
struct TensorDraft {
    std::optional<std::string> name;
    std::optional<DType> dtype;
    bool isDeleted = false;

    TensorDraft() = default;
    explicit TensorDraft(const TensorEdit& edit);
    static TensorDraft deleted();
};

/// What is to be different about the tensors of a checkpoint. Copies share what they have in common, as there may be a
/// million tensors. What leaves a tensor as the checkpoint has it is no edit.
class TensorEdits {
public:
    explicit TensorEdits(std::shared_ptr<const Checkpoint> checkpoint);

    const ChangeTotals& totals() const { return m_totals; }
    const SizeChange& sizeChange() const { return m_sizes; }
    std::uint32_t tensorCount() const;
    /// As the checkpoint has it.
    const Tensor& original(std::uint32_t tensor) const { return m_checkpoint->tensors[tensor]; }
    TensorEdit of(std::uint32_t tensor) const;
    std::string_view nameOf(std::uint32_t tensor) const;
    DType dtypeOf(std::uint32_t tensor) const;
    std::string_view dtypeNameOf(std::uint32_t tensor) const;
    /// Such a weight is cast also where its values keep their dtype: to be cast is to be decoded.
    bool isQuantized(std::uint32_t tensor) const;
    /// In the order of the checkpoint, totals().ofTensors() of them.
    Change change(std::uint64_t number) const;
    /// The same, one after the other: quicker where all are wanted.
    void visitChanges(const std::function<void(const Change& change)>& use, const Work& work) const;
    /// Quick where one is a copy of the other.
    bool operator==(const TensorEdits& other) const;

    /// Changes a draft and says whether it did.
    using Edit = std::function<bool(std::uint32_t tensor, TensorDraft& draft)>;
    /// Gives the tensors that were changed. `tensors`: ascending, each once. Stopped: some of them.
    std::vector<std::uint32_t> edit(std::span<const std::uint32_t> tensors, const Edit& edit, const Work& work);

private:
    /// The changes of this many neighboring tensors are kept, and copied, together.
    static constexpr std::uint32_t pageTensors = 1024;
    struct Page;

    std::shared_ptr<const Page> pack(std::uint32_t firstTensor, std::span<const TensorDraft> drafts) const;
    Change changeOf(const Page& page, std::size_t entry) const;
    void count();

    std::shared_ptr<const Checkpoint> m_checkpoint;
    std::vector<std::shared_ptr<const Page>> m_pages; ///< null: nothing is changed there
    std::vector<std::uint64_t> m_changesBefore; ///< each page
    ChangeTotals m_totals;
    SizeChange m_sizes;
};

} // namespace loupe
