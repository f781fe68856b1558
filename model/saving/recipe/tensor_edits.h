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

/// A single change that the next save would make. The texts are valid as long as the edits that returned them exist
/// unchanged.
struct Change {
    ChangeKind kind = ChangeKind::Renamed;
    std::uint32_t tensor = 0; ///< index into the checkpoint's tensors; 0 for a metadata change
    std::string_view subject; ///< the tensor's name in the checkpoint, or the metadata's key
    std::optional<std::string_view> before; ///< the name, dtype or value; nullopt if a key is added
    std::optional<std::string_view> after; ///< nullopt if it is removed
    std::optional<DType> dtype = {}; ///< for Cast: the new dtype
};

/// The number of tensors or keys that are changed in each way. For a deleted tensor, only the deletion counts.
struct ChangeTotals {
    std::uint64_t renamed = 0;
    std::uint64_t cast = 0;
    std::uint64_t deleted = 0;
    std::uint64_t metadata = 0;

    std::uint64_t ofTensors() const { return renamed + cast + deleted; }
    std::uint64_t all() const { return ofTensors() + metadata; }
    bool operator==(const ChangeTotals&) const = default;
};

/// The file size in bytes, before and after saving, of the tensors that are cast or deleted.
struct SizeChange {
    std::uint64_t before = 0;
    std::uint64_t after = 0;
    std::uint64_t deletedElements = 0;

    void add(const SizeChange& other);
    bool isEmpty() const { return before == after; }
    /// The size after saving of a set of tensors that includes these and now has `now` bytes.
    std::uint64_t saved(std::uint64_t now) const;
};

/// The staged change of one tensor.
struct TensorEdit {
    std::optional<std::string_view> name;
    std::optional<DType> dtype;
    bool isDeleted = false;

    bool any() const { return name || dtype || isDeleted; }
};

/// How `edit` changes the size of one tensor.
SizeChange sizeChange(const Tensor& tensor, const TensorEdit& edit);

/// As above, but owns the name and can be modified.
struct TensorDraft {
    std::optional<std::string> name;
    std::optional<DType> dtype;
    bool isDeleted = false;

    TensorDraft() = default;
    explicit TensorDraft(const TensorEdit& edit);
    static TensorDraft deleted();
};

/// The staged changes of a checkpoint's tensors. Copies share their common data, as there may be a million tensors. A
/// change that restores a tensor to its state in the checkpoint is not an edit.
class TensorEdits {
public:
    explicit TensorEdits(std::shared_ptr<const Checkpoint> checkpoint);

    const ChangeTotals& totals() const { return m_totals; }
    const SizeChange& sizeChange() const { return m_sizes; }
    std::uint32_t tensorCount() const;
    /// The tensor in the checkpoint, without edits.
    const Tensor& original(std::uint32_t tensor) const { return m_checkpoint->tensors[tensor]; }
    TensorEdit of(std::uint32_t tensor) const;
    std::string_view nameOf(std::uint32_t tensor) const;
    DType dtypeOf(std::uint32_t tensor) const;
    std::string_view dtypeNameOf(std::uint32_t tensor) const;
    /// A cast of such a weight takes effect even if the dtype of its values stays the same, because the cast decodes
    /// it.
    bool isQuantized(std::uint32_t tensor) const;
    /// In checkpoint order. Precondition: number < totals().ofTensors().
    Change change(std::uint64_t number) const;
    /// Visits all changes in order; faster than calling change() for each.
    void visitChanges(const std::function<void(const Change& change)>& use, const Work& work) const;
    /// Fast if one is a copy of the other.
    bool operator==(const TensorEdits& other) const;

    /// Changes a draft. Returns whether it did.
    using Edit = std::function<bool(std::uint32_t tensor, TensorDraft& draft)>;
    /// Returns the tensors that were changed. `tensors`: ascending, without duplicates. If stopped, only some of them
    /// are changed.
    std::vector<std::uint32_t> edit(std::span<const std::uint32_t> tensors, const Edit& edit, const Work& work);

private:
    /// The changes of this many consecutive tensors are stored, and copied, together.
    static constexpr std::uint32_t pageTensors = 1024;
    struct Page;

    std::shared_ptr<const Page> pack(std::uint32_t firstTensor, std::span<const TensorDraft> drafts) const;
    Change changeOf(const Page& page, std::size_t entry) const;
    void count();

    std::shared_ptr<const Checkpoint> m_checkpoint;
    std::vector<std::shared_ptr<const Page>> m_pages; ///< null: no changes in that page
    std::vector<std::uint64_t> m_changesBefore; ///< the number of changes before each page
    ChangeTotals m_totals;
    SizeChange m_sizes;
};

} // namespace loupe
