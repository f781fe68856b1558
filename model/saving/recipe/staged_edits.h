#pragma once

#include "core/checkpoint.h"
#include "core/name_hash.h"
#include "core/work.h"
#include "saving/recipe/recipe.h"

#include <cstddef>
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
    std::uint32_t tensor = 0; ///< of the checkpoint; 0 where the change is about metadata
    std::string_view subject; ///< the tensor's name in the checkpoint, or the metadata's key
    std::optional<std::string_view> before; ///< name, dtype or value; nothing where a key is added
    std::optional<std::string_view> after; ///< nothing where it goes
};

/// What is staged about one tensor.
struct TensorEdit {
    std::optional<std::string_view> name;
    std::optional<DType> dtype;
    bool isDeleted = false;

    bool any() const { return name || dtype || isDeleted; }
};

/// What is staged about one key of the metadata.
struct MetadataEdit {
    std::string key;
    std::optional<std::string> value; ///< to be; nothing: the key goes
    std::optional<std::size_t> original; ///< index into the checkpoint's metadata; nothing where the key is new

    bool operator==(const MetadataEdit&) const = default;
};

/// How many tensors, or keys, are changed in each way. A deleted tensor counts as that alone.
struct ChangeTotals {
    std::uint64_t renamed = 0;
    std::uint64_t cast = 0;
    std::uint64_t deleted = 0;
    std::uint64_t metadata = 0;

    std::uint64_t all() const { return renamed + cast + deleted + metadata; }
    bool operator==(const ChangeTotals&) const = default;
};

/// What is to be different about a checkpoint when it is next saved. A value that costs little to copy, as copies share
/// what they have in common: an undo step is two of them, also of a million tensors. An edit that leaves things as the
/// checkpoint has them is none.
class StagedEdits {
public:
    StagedEdits() = default;
    explicit StagedEdits(std::shared_ptr<const Checkpoint> checkpoint);

    const std::shared_ptr<const Checkpoint>& checkpoint() const { return m_checkpoint; }
    bool isEmpty() const { return m_totals.all() == 0; }
    const ChangeTotals& totals() const { return m_totals; }
    /// The same changes of the same checkpoint. Quick where one is a copy of the other.
    bool operator==(const StagedEdits& other) const;

    TensorEdit of(std::uint32_t tensor) const;
    /// To be; for a deleted tensor, as the checkpoint has it.
    std::string_view nameOf(std::uint32_t tensor) const;
    DType dtypeOf(std::uint32_t tensor) const;
    const std::vector<MetadataEdit>& metadataEdits() const;

    /// All changes in a row, totals().all() of them: those of tensors in the order of the checkpoint, then metadata in
    /// the order of its edits.
    Change change(std::uint64_t number) const;

    // Tensors are given in any order. Deleted ones stay as they are, except for revert(). If it is stopped, only some
    // have been changed.

    void rename(std::uint32_t tensor, std::string_view name);
    /// `newName` gets the current name of a tensor; if it returns nothing, the name stays.
    using NewName = std::function<std::optional<std::string>(std::string_view name)>;
    void rename(std::vector<std::uint32_t> tensors, const NewName& newName, const Work& work = {});
    /// Gives how many tensors were left as they are because they cannot be cast.
    std::uint64_t cast(std::vector<std::uint32_t> tensors, DType dtype, const Work& work = {});
    /// What else was staged about them is forgotten.
    void remove(std::vector<std::uint32_t> tensors, const Work& work = {});
    /// As the checkpoint has them.
    void revert(std::vector<std::uint32_t> tensors, const Work& work = {});

    void setMetadata(std::string_view key, std::string_view value);
    void removeMetadata(std::string_view key);
    void removeMetadata(std::span<const std::string> keys);
    void revertMetadata(std::span<const std::string> keys);

    /// Takes back some changes, by the numbers that change() knows them by. Stopped: maybe not all.
    void revertChanges(const std::vector<std::uint64_t>& numbers, const Work& work = {});

    /// The checkpoint with all this done, in one file. Precondition: there is a checkpoint. Stopped: maybe not all.
    Recipe recipe(const Format& format, const Work& work = {}) const;

private:
    /// The changes of so many neighboring tensors are kept, and copied, together.
    static constexpr std::uint32_t pageTensors = 1024;
    struct Page;
    struct Draft;
    using Edit = std::function<void(std::uint32_t tensor, Draft& draft)>;

    void edit(std::vector<std::uint32_t> tensors, const Edit& edit, const Work& work);
    std::shared_ptr<const Page> pack(std::uint32_t firstTensor, std::span<const Draft> drafts) const;
    struct WantedValue {
        std::optional<std::string> value; ///< nothing: the key goes
        std::optional<std::size_t> original;
        std::size_t order = 0; ///< among those that are wanted
    };
    /// One key or many: goes through all metadata once.
    using WantedMetadata = NameMap<std::string, WantedValue>;
    void editMetadata(WantedMetadata wanted);
    void setMetadataEdits(std::vector<MetadataEdit> edits);
    void count();

    std::shared_ptr<const Checkpoint> m_checkpoint;
    std::vector<std::shared_ptr<const Page>> m_pages; ///< null: nothing is changed there
    std::vector<std::uint64_t> m_changesBefore; ///< each page
    std::shared_ptr<const std::vector<MetadataEdit>> m_metadata;
    ChangeTotals m_totals;
};

/// Two tensors that would have one name.
struct NameClash {
    std::string name;
    std::uint32_t first = 0;
    std::uint32_t second = 0;
};

struct NameClashes {
    static constexpr std::size_t maximumListed = 100;

    std::uint64_t count = 0; ///< tensors with a name that another one before them has
    std::vector<NameClash> listed; ///< the first of them
};

/// Pairs of tensors with one name, of which one `concerns` the caller; all if that is empty. Goes through all tensors:
/// for a job where there are many.
NameClashes findNameClashes(
    const StagedEdits& edits, const Work& work = {}, const std::function<bool(std::uint32_t tensor)>& concerns = {});

} // namespace loupe
