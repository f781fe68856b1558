#pragma once

#include "items/histogram/counting_cache.h"
#include "items/histogram/figures.h"
#include "items/histogram/ridgelines.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace loupe {

/// Histograms of several tensors in the same bins. Asks the figures of the document for what they know, and leaves
/// there what it has counted.
class RidgelineCache : public CountingCache {
    Q_OBJECT

public:
    /// `figures` live at least as long and are those of the checkpoint that is chosen from.
    explicit RidgelineCache(FiguresOfNumbers& figures, QObject* parent = nullptr);
    ~RidgelineCache() override;

    /// What a scan has found, all of it, in the tensors of the checkpoint; null: it is not known.
    void setHealth(HealthResultsPtr health) { m_health = std::move(health); }

    /// Null if something has to be counted, or a job should look at a large choice, which was not the last one.
    RidgelinesPtr find(const NodeChoice& choice, const HistogramChoice& bins);
    /// Counts, in place of what was asked for before: ready(), failed(), fetchWanted() or stopped() follows.
    void request(const NodeChoice& choice, const HistogramChoice& bins);
    /// After fetchWanted(): the next request() of the choice may fetch what it needs.
    void agreeToFetch(const NodeChoice& choice) const;

signals:
    void ready(const loupe::RidgelinesPtr& ridgelines);
    /// Counting would fetch `bytes` over the network, more than it may without a question.
    void fetchWanted(std::uint64_t bytes);

private:
    /// The tensors that stand for a choice. Looking for them in a large one takes a job.
    struct Chosen {
        std::weak_ptr<const OpenedCheckpoint> opened; // files are closed, whatever was looked at last
        std::weak_ptr<const TreeOrder> order;
        std::weak_ptr<const NameTree> tree;
        std::weak_ptr<const HealthResults> health;
        std::vector<NameTree::NodeId> nodes;
        Ridgelines ridgelines; ///< without figures

        bool isOf(const NodeChoice& choice, const HealthResultsPtr& known) const;
    };

    KnownFigures known();
    std::optional<Ridgelines> chosen(const NodeChoice& choice) const;
    void remember(const NodeChoice& choice, const HealthResultsPtr& health, const Ridgelines& ridgelines);
    /// Only chooses, then requests again.
    void choose(const NodeChoice& choice, const HistogramChoice& bins);

    FiguresOfNumbers& m_figures;
    HealthResultsPtr m_health;
    Chosen m_chosen; ///< the last one
};

} // namespace loupe
