#pragma once

#include "core/checkpoint.h"
#include "core/quantized_groups.h"

#include <QScrollArea>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace loupe {

class SelectableLabel;

/// The tensors that a quantized weight is stored in, with their roles, dtypes, shapes and places, below what a scan has
/// found about them. Hidden where there are none.
class PartsPanel : public QScrollArea {
    Q_OBJECT

public:
    explicit PartsPanel(QWidget* parent = nullptr);

    void setTensor(const std::shared_ptr<const Checkpoint>& checkpoint, std::optional<std::uint32_t> tensor);
    /// About the tensor; from then on, until another one is set.
    void setFindings(const std::vector<Finding>& findings);

signals:
    /// The first byte of a part.
    void placeChosen(std::uint32_t file, std::uint64_t offset);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeGrid(const QuantizedGroups::Group& group);
    void fit();

    SelectableLabel* m_findings = nullptr; ///< of the tensor, while there is one
    int m_rows = 0;
    std::vector<QWidget*> m_places; ///< in tool tips, too: these are hidden where there is no room
    int m_wholeWidth = 0; ///< with them
    std::shared_ptr<const Checkpoint> m_checkpoint;
    std::optional<std::uint32_t> m_tensor;
};

} // namespace loupe
