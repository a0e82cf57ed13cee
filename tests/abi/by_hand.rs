// The constants of cuda-sys that are written by hand: cuda-sys/src/constants.rs.
macro_rules! for_each_constant_by_hand {
    ($callback:path) => {
        $callback! {
            pointers {
                CU_STREAM_LEGACY;
                CU_STREAM_PER_THREAD;
                CU_LAUNCH_PARAM_END;
                CU_LAUNCH_PARAM_BUFFER_POINTER;
                CU_LAUNCH_PARAM_BUFFER_SIZE;
            }
            numbers {
                CU_DEVICE_CPU;
                CU_DEVICE_INVALID;
                CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_ID_ANY;
            }
            values {
                CU_KERNEL_NODE_ATTRIBUTE_ACCESS_POLICY_WINDOW;
                CU_KERNEL_NODE_ATTRIBUTE_CLUSTER_DIMENSION;
                CU_KERNEL_NODE_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE;
                CU_KERNEL_NODE_ATTRIBUTE_COOPERATIVE;
                CU_KERNEL_NODE_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE;
                CU_KERNEL_NODE_ATTRIBUTE_MEM_SYNC_DOMAIN;
                CU_KERNEL_NODE_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP;
                CU_KERNEL_NODE_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION;
                CU_KERNEL_NODE_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT;
                CU_KERNEL_NODE_ATTRIBUTE_PRIORITY;
                CU_STREAM_ATTRIBUTE_ACCESS_POLICY_WINDOW;
                CU_STREAM_ATTRIBUTE_MEM_SYNC_DOMAIN;
                CU_STREAM_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP;
                CU_STREAM_ATTRIBUTE_PRIORITY;
                CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY;
            }
        }
    };
}
